import { Migration } from "@mikro-orm/migrations";

/**
 * What a pack is: what is in it, what it weighs, how it travels and what it is packed in. The three packs whose sizes
 * stood in the code keep them, so that the application-rate calculator answers as before.
 */
export class Migration20261123210000 extends Migration {
  override name = "Migration20261123210000";

  override up(): void {
    this.addSql(`alter table "product"
      add "net_grams" int null, add "pack_millilitres" int null, add "gross_grams" int null,
      add "bulk_density" int null, add "bulk_density_measured_on" date null,
      add "unit_price_basis" text not null default 'none', add "handling" text not null default 'parcel',
      add "footprint_length" int null, add "footprint_width" int null,
      add "packaging" jsonb not null default '{}';`);
    this.addSql(`alter table "product"
      add constraint "product_unit_price_basis_check" check ("unit_price_basis" in ('none', 'kg', 'l', 'm3')),
      add constraint "product_handling_check" check ("handling" in ('parcel', 'pallet', 'bulk_bag')),
      add constraint "product_pack_positive" check (net_grams > 0 and pack_millilitres > 0 and gross_grams > 0
        and bulk_density > 0 and footprint_length > 0 and footprint_width > 0);`);
    this.addSql(`update product set net_grams = 5000 where slug = 'premium-biochar'`);
    this.addSql(`update product set net_grams = 1000 where slug = 'specialized-plant-biochar'`);
    this.addSql(
      `update product set pack_millilitres = 1000000, handling = 'bulk_bag' where slug = 'bulk-biochar'`,
    );
  }

  override down(): void {
    this.addSql(`alter table "product"
      drop "net_grams", drop "pack_millilitres", drop "gross_grams", drop "bulk_density",
      drop "bulk_density_measured_on", drop "unit_price_basis", drop "handling", drop "footprint_length",
      drop "footprint_width", drop "packaging";`);
  }
}
