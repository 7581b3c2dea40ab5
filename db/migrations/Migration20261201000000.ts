import { Migration } from "@mikro-orm/migrations";

/**
 * What came back is counted on each line of a withdrawal: before, all of it was back or nothing. And who was erased
 * takes the registry's id of their place with them.
 */
export class Migration20261201000000 extends Migration {
  override name = "Migration20261201000000";

  override up(): void {
    this.addSql(
      `update withdrawal set lines = (
         select jsonb_agg(line || jsonb_build_object('back', case when goods_back_at is null then 0 else (line ->> 'sent')::int end) order by at)
           from jsonb_array_elements(lines) with ordinality as told (line, at))
        where jsonb_array_length(lines) > 0`,
    );
    // Whoever weighed named a postcode: it is missing where the person is erased, who takes the place with them.
    this.addSql(
      "update use_statement set storage_site_id = '' where outward_code is null and storage_site_id <> ''",
    );
  }
}
