import type { Page } from "playwright/test";
import type { OpeningStepKey } from "#server/doctor/opening-steps.ts";
import { settingsTabs } from "#server/settings/settings-tabs.ts";
import type { OldData } from "./old-data.ts";

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
      // Sent once the enquiry is answered, and the field is gone; server/enquiries/enquiries.test.ts sends the plain form.
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
