import type pg from "pg";

interface Screen {
  name: string;
  address: string;
}

/** A query that a screen sends while somebody types, in the format of tRPC with superjson. */
function procedure(name: string, path: string, input: Record<string, unknown>): Screen {
  return { name, address: `/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ json: input }))}` };
}

/** Every list, search and chart of the staff's screens, with common, rare and absent terms. */
export async function staffScreens(database: pg.Client): Promise<Screen[]> {
  const [middle] = (
    await database.query<{
      id: number;
      invoice_number: string;
      vat_invoice_number: string;
      customer_email: string;
      customer_phone: string;
      transaction_id: string;
      postcode: string;
      product_name: string;
      day: string;
    }>(
      `select id, invoice_number, vat_invoice_number, customer_email, customer_phone, transaction_id,
              shipping_address ->> 'postcode' as postcode, created_at::date::text as day,
              (select product_name from order_line where order_id = customer_order.id order by id limit 1)
       from customer_order where id = (select max(id) / 2 from customer_order)`,
    )
  ).rows;
  if (!middle) throw new Error("This database has no orders: run e2e/perf/generate.ts first.");
  const { id, invoice_number: invoice, vat_invoice_number: vat, customer_email: email, day } = middle;
  const { customer_phone: phone, transaction_id: payment, postcode, product_name: bought } = middle;
  const month = day.slice(0, 7);
  const largest = async (table: string) =>
    Number((await database.query<{ id: number }>(`select max(id) as id from ${table}`)).rows[0]?.id ?? 0);
  const subscriber = await largest("newsletter_subscriber");
  const enquiry = await largest("enquiry");
  const mail = await largest("outbox_email");
  const change = await largest("audit_entry");
  const user = Math.floor((await largest("user_account")) / 2);
  const product = Math.floor((await largest("product")) / 2);
  const busiest = Number(
    (
      await database.query<{ id: number }>(
        `select customer_id as id from customer_order where customer_id is not null
         group by customer_id order by count(*) desc limit 1`,
      )
    ).rows[0]?.id,
  );
  const staff = Number(
    (await database.query<{ id: number }>("select id from user_account where username = 'admin'")).rows[0]
      ?.id,
  );
  const lastMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 15))
    .toISOString()
    .slice(0, 7);
  const orders = (name: string, query: string) => ({
    name: `all orders: ${name}`,
    address: `/admin?tab=orders&view=all&${query}`,
  });
  const byWhatCallersSay = [
    ["a telephone number", phone],
    ["six digits of a telephone number", phone.replace(/\D/g, "").slice(-6)],
    ["a telephone number that nobody has", "07700 901999"],
    ["a postcode", postcode],
    ["the first part of a postcode", postcode.split(" ")[0] ?? ""],
    ["a postcode that nobody has", "WR14 3AA"],
    ["a common town", "ludlow"],
    ["a town where nobody is", "malvern"],
    ["a product in it", bought],
    ["a word of many products", "premium biochar"],
    ["a payment", payment],
    ["a payment that nobody made", "pi_nobody_made_1"],
  ] as const;
  const byOtherWords = [
    ["a common name", "smith"],
    ["a full name", "olivia abernathy"],
    ["a rare name", "abernathy"],
    ["a name that nobody has", "zzyzx"],
    ["an email address", email],
    ["an invoice number", invoice],
    ["the number of an order", String(id)],
    ["three letters", "pre"],
    ["two letters", "pr"],
  ] as const;
  return [
    { name: "dashboard, recent orders", address: "/admin" },
    { name: "one order's details", address: `/admin?order=${id}` },
    { name: "an order's page", address: `/admin/orders/${id}` },
    { name: "an order's page, among a common name", address: `/admin/orders/${id}?search=smith` },
    { name: "an order's page, among a rare name", address: `/admin/orders/${id}?search=abernathy` },
    {
      name: "an order's page, among the cancelled, highest total",
      address: `/admin/orders/${id}?status=cancelled&sort=highest`,
    },
    { name: "a customer", address: `/admin/customers/${user}` },
    { name: "the customer with the most orders", address: `/admin/customers/${busiest}` },
    { name: "a customer's older orders", address: `/admin/customers/${busiest}?after=${id}` },
    { name: "packing: what waits", address: "/admin/packing" },
    { name: "packing: one order", address: `/admin/packing/${id}` },
    orders("newest", ""),
    orders("newest, from the middle", `after=${id}`),
    orders("oldest", "sort=oldest"),
    orders("highest total", "sort=highest"),
    orders("lowest total, from the middle", `sort=lowest&after=${id}`),
    orders("pending", "status=pending"),
    orders("cancelled, highest total", "status=cancelled&sort=highest"),
    orders("one day", `from=${day}&to=${day}`),
    orders("one day, highest total", `from=${day}&to=${day}&sort=highest`),
    orders("one month, lowest total", `from=${month}-01&to=${month}-28&sort=lowest`),
    orders(
      "one month, cancelled, highest total",
      `from=${month}-01&to=${month}-28&status=cancelled&sort=highest`,
    ),
    orders("a common name", "search=smith"),
    orders("a common name, oldest", "search=smith&sort=oldest"),
    orders("a common name, highest total", "search=smith&sort=highest"),
    orders(
      "a common name, cancelled, one month",
      `search=smith&status=cancelled&from=${month}-01&to=${month}-28`,
    ),
    orders("a common first name", "search=olivia"),
    orders("a rare name", "search=abernathy"),
    orders("a full name", "search=olivia+abernathy"),
    orders("a name that nobody has", "search=zzyzx"),
    orders("an email address", `search=${encodeURIComponent(email)}`),
    orders("an email address that nobody has", "search=nobody@nowhere.example"),
    orders("an invoice number", `search=${invoice}`),
    orders("the beginning of an invoice number", `search=${invoice.slice(0, 10)}`),
    orders(
      "the beginning of an invoice number, highest total",
      `search=${invoice.slice(0, 10)}&sort=highest`,
    ),
    orders("a VAT invoice number", `search=${vat}`),
    ...byWhatCallersSay.map(([name, text]) => orders(name, `search=${encodeURIComponent(text)}`)),
    ...[...byWhatCallersSay, ...byOtherWords].map(([name, text]) => ({
      name: `find: ${name}`,
      address: `/api/trpc/find.everything?input=${encodeURIComponent(JSON.stringify({ json: { text } }))}`,
    })),
    { name: "find, as a page: a common name", address: "/admin/find?q=smith" },
    tab("failed orders", "failed"),
    tab("subscribers", "customers"),
    tab("subscribers: from the middle", "customers", `after=${Math.floor(subscriber / 2)}`),
    tab("subscribers: pending", "customers", "state=pending"),
    tab("subscribers: unsubscribed", "customers", "state=unsubscribed"),
    tab("subscribers: a common name", "customers", "search=smith"),
    tab("subscribers: a rare name", "customers", "search=abernathy"),
    tab("subscribers: a name that nobody has", "customers", "search=zzyzx"),
    tab("subscribers: two letters", "customers", "search=zz"),
    tab("subscribers: unsubscribed with a rare name", "customers", "state=unsubscribed&search=abernathy"),
    tab("analytics, 12 months", "analytics"),
    tab("analytics, all months", "analytics", "span=all"),
    tab("analytics, four weeks by day", "analytics", "span=days"),
    tab("analytics, best sellers of a month", "analytics", `period=${month}`),
    tab("VAT report", "analytics", "view=vat"),
    tab("VAT report by month, all", "analytics", "view=vat&by=month&from=2020-01"),
    tab("packaging by year", "analytics", "view=packaging"),
    tab("products", "products"),
    tab("products: from the middle", "products", `after=${product}`),
    tab("products: a common word", "products", "search=premium"),
    tab("products: a word that all have", "products", "search=small"),
    tab("products: two words", "products", "search=premium+biochar"),
    tab("products: two letters", "products", "search=pr"),
    tab("products: one rare product", "products", "search=number+77777"),
    tab("products: a word that none has", "products", "search=zzyzx"),
    tab("users", "users"),
    tab("users: from the middle", "users", `after=${user}`),
    tab("users: a common name", "users", "search=smith"),
    tab("users: two words, common", "users", "search=olivia+smith"),
    tab("users: two words, rare", "users", "search=hugo+culpepper"),
    tab("users: two words that nobody has", "users", "search=olivia+zzyzx"),
    tab("users: two letters", "users", "search=zz"),
    tab("users: a rare name", "users", "search=abernathy"),
    tab("users: a name that nobody has", "users", "search=zzyzx"),
    tab("users: administrators", "users", "role=administrator"),
    tab("users: suspended businesses", "users", "status=suspended&customerType=business"),
    tab("users: unverified with a common name", "users", "status=unverified&search=smith"),
    tab("users: a rare name, suspended", "users", "status=suspended&search=abernathy"),
    { name: "user management", address: "/admin/users" },
    tab("enquiries", "enquiries"),
    tab("enquiries: open", "enquiries", "state=open"),
    tab(
      "enquiries: answered, from the middle",
      "enquiries",
      `state=answered&after=${Math.floor(enquiry / 2)}`,
    ),
    tab("enquiries: a common subject", "enquiries", "search=delivery"),
    tab("enquiries: a rare name", "enquiries", "search=abernathy"),
    tab("enquiries: open, a rare name", "enquiries", "state=open&search=abernathy"),
    tab("enquiries: a word that none has", "enquiries", "search=zzyzx"),
    tab("reconciliation, this month", "reconciliation"),
    tab("reconciliation, last month", "reconciliation", `month=${lastMonth}`),
    tab("reconciliation, an older month", "reconciliation", `month=${month}`),
    tab("emails", "emails"),
    tab("emails: from the middle", "emails", `after=${Math.floor(mail / 2)}`),
    tab("emails: one recipient", "emails", `recipient=${encodeURIComponent(email)}`),
    tab("emails: a common beginning", "emails", "recipient=olivia"),
    tab("emails: a common beginning, failed", "emails", "recipient=olivia&state=failed"),
    tab("emails: nobody", "emails", "recipient=zzyzx"),
    tab("emails: sent", "emails", "state=sent"),
    tab("emails: failed", "emails", "state=failed"),
    tab("emails: queued", "emails", "state=queued"),
    tab("audit", "audit"),
    tab("audit: from the middle", "audit", `after=${Math.floor(change / 2)}`),
    tab("audit: one area", "audit", "area=settings"),
    tab("audit: one member of staff", "audit", `who=${staff}`),
    tab("audit: one area and member of staff", "audit", `area=products&who=${staff}`),
    tab("audit: one thing", "audit", "area=orders&subject=42"),
    tab("audit: one day", "audit", `from=${day}&to=${day}`),
    tab("audit: one month of one area", "audit", `from=${month}-01&to=${month}-28&area=users`),
    { name: "shop manager, orders", address: "/shop-manager" },
    { name: "shop manager, all orders", address: "/shop-manager?tab=orders&view=all&search=smith" },
    { name: "shop manager, customers", address: "/shop-manager?tab=customers" },
    { name: "shop manager, customers: common", address: "/shop-manager?tab=customers&search=smith" },
    {
      name: "shop manager, customers: two words",
      address: "/shop-manager?tab=customers&search=olivia+smith",
    },
    { name: "shop manager, customers: rare", address: "/shop-manager?tab=customers&search=abernathy" },
    { name: "shop manager, products", address: "/shop-manager?tab=products" },
    { name: "shop manager, products: common", address: "/shop-manager?tab=products&search=premium" },
    procedure("Create Order, a customer", "shop.customers", { search: "smith" }),
    procedure("Create Order, a customer by two words", "shop.customers", { search: "olivia smith" }),
    procedure("Create Order, a customer by one letter", "shop.customers", { search: "o" }),
    procedure("Create Order, a rare customer", "shop.customers", { search: "abernathy" }),
    procedure("Create Order, a product", "products.list", { search: "premium" }),
    procedure("Create Order, a product by one letter", "products.list", { search: "p" }),
    procedure("Create Order, a rare product", "products.list", { search: "number 77777" }),
    { name: "settings", address: "/admin/settings" },
    { name: "settings, products", address: "/admin/settings?tab=Products" },
    { name: "settings, products: common", address: "/admin/settings?tab=Products&search=premium" },
    { name: "settings, products: one category", address: "/admin/settings?tab=Products&category=Mulch" },
    {
      name: "settings, products: common in a category",
      address: "/admin/settings?tab=Products&category=Mulch&search=premium",
    },
    { name: "settings, products: archived", address: "/admin/settings?tab=Products&archived=1" },
    { name: "blog and Q&A", address: "/admin/content" },
    { name: "GET /api/admin/orders", address: "/api/admin/orders?limit=100" },
    { name: "GET /api/admin/failed-orders", address: "/api/admin/failed-orders" },
    { name: "GET /api/admin/stats", address: "/api/admin/stats" },
    { name: "GET /api/admin/users", address: "/api/admin/users" },
    { name: "GET /api/admin/subscribers", address: "/api/admin/subscribers" },
    { name: "GET /api/shop/orders", address: "/api/shop/orders" },
    { name: "GET /api/shop/customers", address: "/api/shop/customers" },
    { name: "GET /api/products", address: "/api/products" },
    { name: "catalogue", address: "/products" },
    { name: "catalogue: a common word", address: "/products?search=premium" },
    {
      name: "catalogue: a word that all have",
      address: "/products?search=small&sort=price-desc",
    },
    { name: "catalogue: one letter", address: "/products?search=p" },
    { name: "catalogue: two letters", address: "/products?search=zz" },
    { name: "catalogue: one category by price", address: "/products?category=Mulch&sort=price-asc" },
    { name: "catalogue: a word that none has", address: "/products?search=zzyzx" },
  ];
}

function tab(name: string, key: string, query = ""): Screen {
  return { name, address: `/admin?tab=${key}${query ? `&${query}` : ""}` };
}
