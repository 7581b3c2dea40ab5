import { settingsTabs } from "#server/settings/settings-tabs.ts";
import { defaultSettings } from "#server/settings/store-settings.ts";
import type { WatchedTables } from "./table-changes.ts";

/** Rows as earlier versions, imports and manual edits left them, for the forms that edit them. */
export interface OldData {
  products: { withoutRate: number; awkward: number; withOddRate: number; onSale: number };
  /** The demo customer, and a person with hardly any data. */
  users: { customer: number; unknown: number };
  article: number;
  draft: number;
  question: number;
}

const LINES = "First line\r\nsecond line\n\nlast: ½ £5 “quoted” <b>& 日本 🌱";
const UNTRIMMED = `  ${LINES}\n `;

/** Makes demo rows as awkward as their columns allow, with SQL. */
export async function writeOldData(tables: WatchedTables): Promise<OldData> {
  const id = async (statement: string, values: unknown[] = []): Promise<number> => {
    const [row] = await tables.execute(statement, values);
    return Number(row?.id);
  };
  const product = (slug: string, set: string, values: unknown[] = []) =>
    id(`update product set ${set} where slug = '${slug}' returning id`, values);
  await tables.execute(
    `insert into enquiry (name, email, subject, message, note)
     values ('Eve', 'eve@example.com', 'Old', 'Hello', ' rang back ')`,
  );
  const saves = settingsTabs.map((tab) => [tab, { version: 1, at: "2026-01-02T03:04:05.678Z", by: null }]);
  await tables.execute(
    "insert into store_setting (id, values, tab_saves, version) values (1, $1, $2, 1) on conflict (id) do update set values = $1, tab_saves = $2",
    [
      JSON.stringify({
        ...defaultSettings,
        storeDescription: LINES,
        storeAddress: " 1 Old Street\r\nLudlow ",
        registeredOffice: "Above\nthe shop",
        facebookUrl: "https://example.com/ä b",
        taxRate: 0.175,
        freeShippingThreshold: 0,
        standardShippingCost: 1234.5,
        orderStatusAfterPayment: "pending",
        shippingCalculationType: "value",
        customerAccountCreation: "disabled",
        lowStockThreshold: 0,
        braintreeEnabled: false,
      }),
      JSON.stringify(Object.fromEntries(saves)),
    ],
  );
  await tables.execute(
    "insert into trade_list (code, name) values ('growers', 'Growers') on conflict do nothing",
  );
  // Not in the order in which the shop writes them.
  const steps = [
    { tradeList: "growers", price: 9500, minQuantity: 1 },
    { tradeList: null, price: 8999, minQuantity: 20 },
    { tradeList: null, price: 9000, minQuantity: 10 },
  ];
  const long = "Eine sehr lange Beschreibung. ".repeat(160);
  return {
    products: {
      // An ordinary row.
      withoutRate: await product(
        "biochar-compost-mix",
        "tax_rate = null, price = 2499, sale_price = null, on_sale = false, stock_quantity = 140",
      ),
      awkward: await product(
        "premium-biochar",
        `tax_rate = null, price = 2499, sale_price = null, on_sale = false, stock_quantity = 140, name = $1::text,
         description = $2::text, image_url = 'http://old.example/a picture.jpg', category = ' Soil  Improvement '`,
        ["  Premium “Biochar” ½ & more ", UNTRIMMED],
      ),
      withOddRate: await product(
        "wood-vinegar",
        `tax_rate = 1750, price = 1005, sale_price = 1, on_sale = false, stock_quantity = 0, image_url = '',
         description = '', is_new = true, is_bestseller = true`,
      ),
      onSale: await product(
        "animal-feed-biochar",
        "name = 'Animal Feed Biochar', tax_rate = 0, price = 199999900, sale_price = 9999, on_sale = true, stock_quantity = 2000000, description = $1::text, price_steps = $2::jsonb",
        [long, JSON.stringify(steps)],
      ),
    },
    users: {
      customer: await id(
        `update user_account set name = ' Casey  Customer ', phone = ' 01584 / 1 ', address = $1::text, city = ' Llanfair­pwll',
           postcode = 'sy8 1aa ', country = 'Old Kingdom', company_name = '"Ünïcode" <Ltd> & Søn', customer_type = 'retail',
           customer_segment = 'legacy', industry = '', land_size = 12.50, crop_types = 'wheat,  oats ',
           biochar_applications = $1::text, lead_score = 150, opening_lifetime_value = 1, acquisition_source = 'county fair',
           tags = ' a ,b', notes = $2::text, sms_opt_in = true, preferred_contact_method = 'fax', sustainability_goals = $2::text,
           carbom_reduction_target = 333.33, show_on_leaderboard = false
         where username = 'customer' returning id`,
        ["12 Hedge End\nFar Corner", UNTRIMMED],
      ),
      unknown: await id(
        `update user_account set phone = '', address = '', city = '', postcode = '', country = '', company_name = '',
           customer_segment = null, industry = '', land_size = null, crop_types = '', biochar_applications = '',
           lead_score = null, opening_lifetime_value = 0, acquisition_source = null, tags = '', notes = '',
           email_opt_in = true, email_consent_at = null, email_consent_source = '', sms_opt_in = false,
           preferred_contact_method = null, sustainability_goals = '', carbom_reduction_target = null
         where id = (select max(id) from user_account where role = 'customer' and username <> 'customer') returning id`,
      ),
    },
    article: await id(
      `update blog_post set title = ' An old title ', slug = 'of-another-name', excerpt = $1::text, body = $1::text, image_alt = ' a bed '
       where id = (select min(id) from blog_post) returning id`,
      [UNTRIMMED.slice(0, 300)],
    ),
    draft: await id(
      `insert into blog_post (slug, title, excerpt, body, image_url, image_alt, status)
       values ('named-otherwise', 'A draft', '', '', '', '', 'draft')
       on conflict (slug) do update set title = 'A draft', image_alt = '' returning id`,
    ),
    question: await id(
      `update faq_entry set question = ' Why? ', answer = $1::text, position = 0, published = false
       where id = (select min(id) from faq_entry) returning id`,
      [UNTRIMMED],
    ),
  };
}
