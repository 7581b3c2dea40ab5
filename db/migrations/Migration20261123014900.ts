import { Migration } from "@mikro-orm/migrations";

/**
 * What API keys may do is said in named capabilities instead of areas and actions: each key keeps what its grants came
 * to on this day. Grants that opened nothing (`reports.delete:any`) come to nothing, and what a person alone can do,
 * such as seeing the dashboard, was never a key's. A process of the version before refuses a key with the new names
 * until it is replaced.
 */
export class Migration20261123014900 extends Migration {
  override name = "Migration20261123014900";

  override up(): void {
    const rows = Object.entries(named).flatMap(([grant, capabilities]) =>
      capabilities.map((capability) => `('${grant}', '${capability}')`),
    );
    this.addSql(`update "api_key" set "permissions" = (
      select coalesce(jsonb_agg(granted.capability order by granted.place), '[]')
      from (
        select known.capability, min(chosen.place) as place
        from jsonb_array_elements_text("api_key"."permissions") with ordinality chosen("grant", place)
        join (values ${rows.join(", ")}) known("grant", capability) on known."grant" = chosen."grant"
        group by known.capability
      ) granted
    ) where "permissions"::text like '%:any"%';`);
  }

  override down(): void {
    const rows = Object.entries(named).flatMap(([grant, capabilities]) =>
      capabilities.map((capability) => `('${grant}', '${capability}')`),
    );
    // A key gets a grant back only where it has all that the grant came to.
    this.addSql(`update "api_key" set "permissions" = (
      select coalesce(jsonb_agg(whole."grant" order by whole."grant"), '[]')
      from (
        select known."grant" from (values ${rows.join(", ")}) known("grant", capability)
        group by known."grant" having bool_and(jsonb_exists("api_key"."permissions", known.capability))
      ) whole
    ) where "permissions"::text not like '%:any"%';`);
  }
}

const named: Record<string, readonly string[]> = {
  "orders.view:any": ["orders.view", "orders.viewMoney", "orders.export", "failedOrders.view"],
  "orders.create:any": ["orders.place", "orders.create"],
  "orders.edit:any": [
    "orders.changeStatus",
    "orders.dispatch",
    "orders.recordPayment",
    "orders.refund",
    "orders.cancel",
    "orders.resendConfirmation",
    "failedOrders.dismiss",
  ],
  "customers.view:any": ["customers.view", "subscribers.view", "subscribers.export", "enquiries.view"],
  "customers.edit:any": ["enquiries.answer"],
  "products.view:any": ["products.view"],
  "products.create:any": ["products.create"],
  "products.edit:any": ["products.edit", "products.export"],
  "products.delete:any": ["products.archive"],
  "reports.view:any": ["reports.view", "reports.export"],
  "reports.edit:any": ["reconciliation.view", "reconciliation.settle"],
  "settings.view:any": [
    "settings.view",
    "content.view",
    "emails.view",
    "audit.view",
    "apiKeys.view",
    "health.view",
  ],
  "settings.edit:any": ["settings.edit", "content.edit", "emails.resend", "audit.revert", "apiKeys.manage"],
  "users.view:any": ["users.view", "users.export"],
  "users.create:any": ["users.create"],
  "users.edit:any": ["users.edit"],
  "users.delete:any": ["users.delete"],
};
