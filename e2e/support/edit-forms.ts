import type { Page } from "playwright/test";
import type { OpeningStepKey } from "#server/doctor/opening-steps.ts";
import { settingsTabs } from "#server/settings/settings-tabs.ts";
import { defaultSettings } from "#server/settings/store-settings.ts";
import type { WatchedTables } from "./table-changes.ts";

/** A form that shows stored data and saves it. */
export interface EditForm {
  name: string;
  viewer: "administrator" | "customer" | "visitor";
  address: string;
  /** The command to whose procedure it is sent; none for a form that posts to its address. */
  command?: string;
  /** Set when it is not in both. */
  only?: "with JavaScript" | "without JavaScript";
  /** What must be pressed to open it. */
  opens?: (page: Page) => Promise<void>;
  /** Its selector. */
  form: string;
  save: string;
  /** What saving it means by itself, whatever its fields contain. */
  always?: string[];
  /**
   * The field to change, by its name or its label, or the button to press; and the only column that this may change.
   */
  change?: { field: string | RegExp; to: string; column: string };
}

type Change = NonNullable<EditForm["change"]>;

const product = (id: number, change: Change): EditForm => ({
  name: `product ${id}`,
  viewer: "administrator",
  address: `/admin/settings?tab=Products&edit=${id}`,
  form: 'form[aria-label^="Edit "]',
  command: "products.update",
  save: "Save",
  change,
});

const settingChanges: Record<(typeof settingsTabs)[number], Change> = {
  General: { field: "openingHoursSunday", to: "by appointment", column: "values.openingHoursSunday" },
  Tax: { field: "taxLabel", to: "Sales tax", column: "values.taxLabel" },
  Shipping: { field: "expressShippingCost", to: "29.99", column: "values.expressShippingCost" },
  Payments: { field: "cashOnDeliveryEnabled", to: "on", column: "values.cashOnDeliveryEnabled" },
  Orders: { field: "orderNumberPrefix", to: "OLD7", column: "values.orderNumberPrefix" },
  Customers: { field: "guestCheckout", to: "", column: "values.guestCheckout" },
  Products: { field: "hideOutOfStock", to: "on", column: "values.hideOutOfStock" },
};

/** The steps of the opening page that ask about settings. */
const openingChanges: Partial<Record<OpeningStepKey, Change & { title: string }>> = {
  company: { title: "Who you are", field: "storePhone", to: "01584 111 222", column: "values.storePhone" },
  delivery: {
    title: "Where you deliver, and what you promise",
    field: "expressShippingCost",
    to: "39.99",
    column: "values.expressShippingCost",
  },
  mail: {
    title: "Mail",
    field: "orderNotificationEmail",
    to: "orders@shop.example",
    column: "values.orderNotificationEmail",
  },
  payments: { title: "Payments", field: "paypalEnabled", to: "", column: "values.paypalEnabled" },
};

/** Every form of the shop that edits stored data. */
export function editForms({ products, users, article, draft, question }: OldData): EditForm[] {
  const user = (id: number, tab: string, change: Change): EditForm => ({
    name: `user ${id}, ${tab}`,
    viewer: "administrator",
    address: `/admin/users?user=${id}`,
    only: "with JavaScript",
    opens: (page) => page.getByRole("dialog").getByRole("tab", { name: tab }).click(),
    form: 'form[aria-label="Edit User"]',
    save: "Save Changes",
    change,
  });
  const editArticle = (id: number, save: string): EditForm => ({
    name: `article ${id}`,
    viewer: "administrator",
    address: `/admin/content?article=${id}`,
    only: "with JavaScript",
    form: 'form[aria-label="Article"]',
    save,
    change: { field: "Alternative text", to: "A bed of leeks", column: "blog_post.image_alt" },
  });
  return [
    product(products.withoutRate, { field: "price", to: "25.49", column: "product.price" }),
    product(products.awkward, { field: "price", to: "25.49", column: "product.price" }),
    product(products.withOddRate, { field: "stockQuantity", to: "7", column: "product.stock_quantity" }),
    product(products.onSale, { field: "name", to: "Feed", column: "product.name" }),
    {
      name: `prices by quantity of product ${products.onSale}`,
      viewer: "administrator",
      address: `/admin/prices?product=${products.onSale}`,
      form: 'form:has(input[name="steps[0].price"])',
      command: "prices.setSteps",
      save: "Save prices",
      change: { field: "steps[0].price", to: "88.50", column: "product.price_steps" },
    },
    ...settingsTabs.map((tab): EditForm => {
      const { column, ...change } = settingChanges[tab];
      return {
        name: `settings, ${tab}`,
        viewer: "administrator",
        address: `/admin/settings?tab=${tab}`,
        form: `form[aria-label="${tab} settings"]`,
        command: "settings.save",
        save: "Save Settings",
        change: { ...change, column: `store_setting.${column}` },
      };
    }),
    ...Object.entries(openingChanges).map(
      ([step, { title, column, ...change }]): EditForm => ({
        name: `opening, ${step}`,
        command: "opening.saveSettings",
        viewer: "administrator",
        address: `/admin/opening?step=${step}`,
        form: `form[aria-label="${title}"]`,
        save: "Save",
        change: { ...change, column: `store_setting.${column}` },
      }),
    ),
    user(users.customer, "Basic Info", { field: "city", to: "Ludlow", column: "user_account.city" }),
    user(users.customer, "Business", { field: "industry", to: "Fruit", column: "user_account.industry" }),
    user(users.unknown, "CRM & Analytics", { field: "tags", to: "new", column: "user_account.tags" }),
    user(users.unknown, "Preferences", {
      field: "smsOptIn",
      to: "on",
      column: "user_account.sms_opt_in",
    }),
    editArticle(article, "Save"),
    editArticle(draft, "Save draft"),
    {
      name: "question",
      viewer: "administrator",
      address: `/admin/content?tab=questions&question=${question}`,
      command: "content.saveFaqEntry",
      form: 'form[aria-label="Question"]',
      save: "Save",
      change: { field: "question", to: "Why not?", column: "faq_entry.question" },
    },
    {
      name: "home page grid",
      viewer: "administrator",
      address: "/admin/settings?tab=Products",
      only: "with JavaScript",
      opens: (page) => page.getByRole("button", { name: "Home page grid" }).click(),
      form: 'section[aria-labelledby="home-grid"]',
      save: "Save order",
      change: { field: /^Move .* down$/, to: "pressed", column: "product.home_position" },
    },
    {
      name: "note of an enquiry",
      viewer: "administrator",
      address: "/admin?tab=enquiries",
      // Sent once the enquiry is answered, and the field is gone.
      only: "with JavaScript",
      form: "form:has(input[name=note])",
      save: "Mark as answered Old",
      always: ["enquiry.answered_at", "enquiry.answered_by_id"],
    },
    {
      name: "quantity in the cart",
      viewer: "visitor",
      address: "/cart",
      // With it each choice is submitted at once.
      only: "without JavaScript",
      form: "main form:has(select[name=quantity])",
      save: "Update",
      // The visit keeps the cart for longer.
      always: ["cart.updated_at"],
      change: { field: "quantity", to: "3", column: "cart_line.quantity" },
    },
    {
      name: "own profile",
      viewer: "customer",
      address: "/account/settings?tab=profile",
      form: "form#profile",
      save: "Save Changes",
      change: { field: "cropTypes", to: "rye", column: "user_account.crop_types" },
    },
    {
      name: "own profile on the dashboard",
      viewer: "customer",
      address: "/customer-dashboard?tab=profile",
      form: "form#dashboard-profile",
      save: "Save Changes",
      change: { field: "companyName", to: "Fruit Ltd", column: "user_account.company_name" },
    },
  ];
}

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
