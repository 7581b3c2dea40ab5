import { Migration } from "@mikro-orm/migrations";

/**
 * The triggers that keep the sums of sales (db/entities/sales.ts) and the sums of what there is so far. Written by hand:
 * the entities know nothing of triggers. Each one works on all rows of a statement at once and only ever adds rows, so
 * that no sale waits for another. Whoever changes an order or its refunds holds the order's row, which keeps the two
 * apart; orders are never deleted.
 */
export class Migration20261121102000 extends Migration {
  override name = "Migration20261121102000";

  override up(): void {
    this.addSql(`create function sales_day_of(moment timestamptz) returns date
      language sql immutable parallel safe
      return (moment at time zone 'Europe/London')::date`);
    this.addSql(`create function sales_period_of(moment timestamptz) returns text
      language sql stable parallel safe
      return to_char(moment at time zone 'Europe/London', 'YYYY-MM')`);

    this.addSql(`create function count_new_orders() returns trigger language plpgsql as $$
      begin
        insert into sales_day_change (day, status, orders, revenue, refunded)
        select sales_day_of(created_at), status, count(*), sum(total_amount), 0 from new_orders group by 1, 2;
        return null;
      end $$`);
    this.addSql(`create trigger sales_of_new_orders after insert on customer_order
      referencing new table as new_orders
      for each statement execute function count_new_orders()`);

    this.addSql(`create function count_changed_orders() returns trigger language plpgsql as $$
      begin
        if not exists (
          select from old_orders o join new_orders n using (id)
          where (o.status, o.total_amount, o.created_at) is distinct from (n.status, n.total_amount, n.created_at)
        ) then return null; end if;

        insert into sales_day_change (day, status, orders, revenue, refunded)
        with side as (
          select -1 as sign, id, created_at, status, total_amount from old_orders
          union all
          select 1, id, created_at, status, total_amount from new_orders
        )
        select sales_day_of(created_at), status, sum(sign), sum(sign * total_amount),
               sum(sign * coalesce((select sum(amount) from refund
                                    where refund.order_id = side.id and refund.status <> 'failed'), 0))
        from side group by 1, 2;

        insert into product_sales_change (period, product_id, units, revenue)
        with side as (
          select -1 as sign, o.id, o.created_at from old_orders o join new_orders n using (id)
          where o.status <> 'cancelled' and (n.status = 'cancelled' or n.created_at <> o.created_at)
          union all
          select 1, n.id, n.created_at from old_orders o join new_orders n using (id)
          where n.status <> 'cancelled' and (o.status = 'cancelled' or n.created_at <> o.created_at)
        )
        select sales_period_of(side.created_at), line.product_id,
               sum(sign * (line.quantity - line.restocked_quantity)),
               sum(sign * (line.quantity - line.restocked_quantity) * line.unit_price::bigint)
        from side join order_line line on line.order_id = side.id group by 1, 2;
        return null;
      end $$`);
    this.addSql(`create trigger sales_of_changed_orders after update on customer_order
      referencing old table as old_orders new table as new_orders
      for each statement execute function count_changed_orders()`);

    this.addSql(`create function count_new_lines() returns trigger language plpgsql as $$
      begin
        insert into product_sales_change (period, product_id, units, revenue)
        select sales_period_of(bought.created_at), line.product_id,
               sum(line.quantity - line.restocked_quantity),
               sum((line.quantity - line.restocked_quantity) * line.unit_price::bigint)
        from new_lines line join customer_order bought on bought.id = line.order_id
        where bought.status <> 'cancelled' group by 1, 2;
        return null;
      end $$`);
    this.addSql(`create trigger sales_of_new_lines after insert on order_line
      referencing new table as new_lines
      for each statement execute function count_new_lines()`);

    this.addSql(`create function count_changed_lines() returns trigger language plpgsql as $$
      begin
        insert into product_sales_change (period, product_id, units, revenue)
        with side as (
          select -1 as sign, * from old_lines union all select 1, * from new_lines
        )
        select sales_period_of(bought.created_at), side.product_id,
               sum(sign * (side.quantity - side.restocked_quantity)),
               sum(sign * (side.quantity - side.restocked_quantity) * side.unit_price::bigint)
        from side join customer_order bought on bought.id = side.order_id
        where bought.status <> 'cancelled' group by 1, 2
        having sum(sign * (side.quantity - side.restocked_quantity)) <> 0
            or sum(sign * (side.quantity - side.restocked_quantity) * side.unit_price::bigint) <> 0;
        return null;
      end $$`);
    this.addSql(`create trigger sales_of_changed_lines after update on order_line
      referencing old table as old_lines new table as new_lines
      for each statement execute function count_changed_lines()`);

    this.addSql(`create function count_new_refunds() returns trigger language plpgsql as $$
      begin
        insert into sales_day_change (day, status, orders, revenue, refunded)
        select sales_day_of(bought.created_at), bought.status, 0, 0, sum(refund.amount)
        from new_refunds refund join customer_order bought on bought.id = refund.order_id
        where refund.status <> 'failed' group by 1, 2;
        return null;
      end $$`);
    this.addSql(`create trigger sales_of_new_refunds after insert on refund
      referencing new table as new_refunds
      for each statement execute function count_new_refunds()`);

    this.addSql(`create function count_changed_refunds() returns trigger language plpgsql as $$
      begin
        insert into sales_day_change (day, status, orders, revenue, refunded)
        with side as (
          select -1 as sign, order_id, amount, status from old_refunds
          union all
          select 1, order_id, amount, status from new_refunds
        )
        select sales_day_of(bought.created_at), bought.status, 0, 0, sum(sign * side.amount)
        from side join customer_order bought on bought.id = side.order_id
        where side.status <> 'failed' group by 1, 2 having sum(sign * side.amount) <> 0;
        return null;
      end $$`);
    this.addSql(`create trigger sales_of_changed_refunds after update on refund
      referencing old table as old_refunds new table as new_refunds
      for each statement execute function count_changed_refunds()`);

    this.addSql(`insert into sales_day (day, status, orders, revenue, refunded)
      select sales_day_of(bought.created_at), bought.status, count(*), sum(bought.total_amount),
             coalesce(sum(given_back.amount), 0)
      from customer_order bought
      left join (select order_id, sum(amount) as amount from refund where status <> 'failed' group by order_id)
        given_back on given_back.order_id = bought.id
      group by 1, 2`);
    this.addSql(`insert into product_sales (period, product_id, units, revenue)
      select coalesce(period, 'all'), product_id, sum(units), sum(revenue)
      from (
        select sales_period_of(bought.created_at) as period, line.product_id,
               line.quantity - line.restocked_quantity as units,
               (line.quantity - line.restocked_quantity) * line.unit_price::bigint as revenue
        from order_line line join customer_order bought on bought.id = line.order_id
        where bought.status <> 'cancelled'
      ) sold
      group by grouping sets ((period, product_id), (product_id))`);
  }

  override down(): void {
    for (const [name, table] of [
      ["new_orders", "customer_order"],
      ["changed_orders", "customer_order"],
      ["new_lines", "order_line"],
      ["changed_lines", "order_line"],
      ["new_refunds", "refund"],
      ["changed_refunds", "refund"],
    ]) {
      this.addSql(`drop trigger sales_of_${name} on ${table}`);
      this.addSql(`drop function count_${name}()`);
    }
    this.addSql("drop function sales_day_of(timestamptz)");
    this.addSql("drop function sales_period_of(timestamptz)");
  }
}
