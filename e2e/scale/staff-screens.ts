import type pg from "pg";

interface Screen {
  name: string;
  address: string;
}

/** Files that staff take away whole: memory must not grow with them. */
export const csvExports = ["/admin/products.csv", "/admin/users.csv"];

/** Every list, search and chart of the staff's screens, with what is common, rare and absent. */
export async function staffScreens(database: pg.Client): Promise<Screen[]> {
  const [middle] = (
    await database.query<{
      id: number;
      invoice_number: string;
      vat_invoice_number: string;
      customer_email: string;
      day: string;
    }>(
      `select id, invoice_number, vat_invoice_number, customer_email, created_at::date::text as day
       from customer_order where id = (select max(id) / 2 from customer_order)`,
    )
  ).rows;
  if (!middle) throw new Error("This database has no orders: run npm run generate:scale first.");
  const { id, invoice_number: invoice, vat_invoice_number: vat, customer_email: email, day } = middle;
  const month = day.slice(0, 7);
  const orders = (name: string, query: string) => ({
    name: `all orders: ${name}`,
    address: `/admin?tab=orders&view=all&${query}`,
  });
  return [
    { name: "dashboard, recent orders", address: "/admin" },
    { name: "one order's details", address: `/admin?order=${id}` },
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
    { name: "failed orders", address: "/admin?tab=failed" },
    { name: "analytics, 12 months", address: "/admin?tab=analytics" },
    { name: "analytics, all months", address: "/admin?tab=analytics&span=all" },
    { name: "analytics, best sellers of a month", address: `/admin?tab=analytics&period=${month}` },
    { name: "products", address: "/admin?tab=products" },
    { name: "products: a common word", address: "/admin?tab=products&search=premium" },
    { name: "products: a word that none has", address: "/admin?tab=products&search=zzyzx" },
    { name: "users", address: "/admin?tab=users" },
    { name: "users: a common name", address: "/admin?tab=users&search=smith" },
    { name: "users: a rare name", address: "/admin?tab=users&search=abernathy" },
    { name: "users: a name that nobody has", address: "/admin?tab=users&search=zzyzx" },
    { name: "user management", address: "/admin/users" },
    { name: "reconciliation", address: `/admin?tab=reconciliation&month=${month}` },
    { name: "emails", address: "/admin?tab=emails" },
    { name: "emails: one recipient", address: `/admin?tab=emails&recipient=${encodeURIComponent(email)}` },
    { name: "emails: a common beginning", address: "/admin?tab=emails&recipient=olivia" },
    { name: "emails: nobody", address: "/admin?tab=emails&recipient=zzyzx" },
    { name: "emails: failed", address: "/admin?tab=emails&state=failed" },
    { name: "emails: queued", address: "/admin?tab=emails&state=queued" },
    { name: "shop manager", address: "/shop-manager" },
    { name: "audit", address: "/admin?tab=audit" },
    { name: "settings", address: "/admin/settings" },
    { name: "GET /api/admin/orders", address: "/api/admin/orders?limit=100" },
    { name: "GET /api/admin/failed-orders", address: "/api/admin/failed-orders" },
    { name: "GET /api/admin/stats", address: "/api/admin/stats" },
    { name: "GET /api/admin/users", address: "/api/admin/users" },
  ];
}
