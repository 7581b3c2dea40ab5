-- What stands on tables: triggers, and views. db/change-triggers.ts lists those that tell of changes.

create view product_sales_of_order as
 SELECT bought.id AS order_id,
    sales_period_of(bought.created_at) AS period,
    line.product_id,
    bought.currency,
    (line.quantity - line.restocked_quantity) AS units,
    ((line.quantity - line.restocked_quantity) * (line.unit_price)::bigint) AS revenue
   FROM (customer_order bought
     JOIN order_line line ON ((line.order_id = bought.id)))
  WHERE (bought.status <> 'cancelled'::text);

create view sales_of_order as
 SELECT id AS order_id,
    sales_day_of(created_at) AS day,
    status,
    currency,
    1 AS orders,
    (total_amount)::bigint AS revenue,
    COALESCE(( SELECT sum(refund.amount) AS sum
           FROM refund
          WHERE ((refund.order_id = bought.id) AND (refund.status <> 'failed'::text))), (0)::bigint) AS refunded
   FROM customer_order bought;

create view vat_of_order as
 SELECT bought.id AS order_id,
    sales_day_of(bought.created_at) AS day,
    'sale'::text AS kind,
    part.vat_rate,
    bought.currency,
    (part.gross - part.vat) AS net,
    part.vat,
    part.gross,
    in_pounds((part.gross - part.vat), bought.sterling_rate) AS net_in_pounds,
    in_pounds(part.vat, bought.sterling_rate) AS vat_in_pounds
   FROM ((customer_order bought
     CROSS JOIN LATERAL ( SELECT array_agg(order_line.vat_rate) AS rates,
            array_agg(order_line.line_total) AS totals
           FROM order_line
          WHERE (order_line.order_id = bought.id)) lines)
     CROSS JOIN LATERAL vat_by_rate((bought.shipping_cost)::bigint, lines.rates, lines.totals) part(vat_rate, vat, gross))
  WHERE (NOT bought.invoice_is_void);

create trigger tell_of_changed_batch AFTER INSERT OR DELETE OR UPDATE OF code, product_id, made_on, feedstock, feedstock_origin, kiln_celsius, grams_made, status, recalled_at, credit_status, credits_issued_to, transport_grams_per_kilogram, certification_class, certificate_number OR TRUNCATE ON batch FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('batches');
create trigger add_up_batch_allocation AFTER INSERT OR DELETE OR UPDATE OF batch_id, grams ON batch_allocation FOR EACH ROW EXECUTE FUNCTION add_up_batch_allocation();
create trigger tell_of_new_analysis AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON batch_analysis FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('batches');
create trigger add_up_batch_write_off AFTER INSERT OR DELETE OR UPDATE OF batch_id, grams ON batch_write_off FOR EACH ROW EXECUTE FUNCTION add_up_batch_write_off();
create trigger tell_of_changed_blog_post AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON blog_post FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('content');
create trigger add_up_revoked_carbon_statement AFTER UPDATE OF revoked_at ON carbon_statement FOR EACH ROW EXECUTE FUNCTION add_up_revoked_carbon_statement();
create trigger add_up_carbon_statement_line AFTER INSERT OR DELETE OR UPDATE OF batch_id, grams ON carbon_statement_line FOR EACH ROW EXECUTE FUNCTION add_up_carbon_statement_line();
create trigger vat_of_changed_notes AFTER UPDATE ON correction_note REFERENCING OLD TABLE AS old_notes NEW TABLE AS new_notes FOR EACH STATEMENT EXECUTE FUNCTION count_vat_of_changed_notes();
create trigger vat_of_new_notes AFTER INSERT ON correction_note REFERENCING NEW TABLE AS new_notes FOR EACH STATEMENT EXECUTE FUNCTION count_vat_of_new_notes();
create trigger impact_of_changed_orders AFTER UPDATE ON customer_order REFERENCING OLD TABLE AS old_orders NEW TABLE AS new_orders FOR EACH STATEMENT EXECUTE FUNCTION note_changed_orders_impact();
create trigger ledger_of_changed_customer_order AFTER UPDATE ON customer_order REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_customer_order_days();
create trigger sums_of_changed_order BEFORE UPDATE ON customer_order FOR EACH ROW WHEN ((((((((old.status IS DISTINCT FROM new.status) OR (old.total_amount IS DISTINCT FROM new.total_amount)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR ((old.currency)::text IS DISTINCT FROM (new.currency)::text)) OR (old.shipping_cost IS DISTINCT FROM new.shipping_cost)) OR (old.invoice_is_void IS DISTINCT FROM new.invoice_is_void)) OR (old.sterling_rate IS DISTINCT FROM new.sterling_rate))) EXECUTE FUNCTION count_changed_order_anew();
create trigger sums_of_deleted_order BEFORE DELETE ON customer_order FOR EACH ROW EXECUTE FUNCTION count_changed_order_anew();
create trigger sums_of_new_order BEFORE INSERT ON customer_order FOR EACH ROW EXECUTE FUNCTION wait_to_be_counted();
create trigger tell_of_changed_order AFTER UPDATE OF status, dispatched_at, ready_at, carrier, tracking_number, paid_at ON customer_order FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('orders');
create trigger ledger_of_changed_dispute AFTER UPDATE ON dispute REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_dispute_days();
create trigger ledger_of_new_dispute AFTER INSERT ON dispute REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_new_dispute_days();
create trigger tell_of_changed_enquiry AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON enquiry FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('enquiries');
create trigger tell_of_changed_failed_order AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON failed_order FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('failed-orders');
create trigger tell_of_changed_faq_entry AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON faq_entry FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('content');
create trigger tell_of_changed_newsletter_issue AFTER INSERT OR DELETE OR UPDATE OF slug, subject, body, started_at OR TRUNCATE ON newsletter_issue FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('content');
create trigger sums_of_changed_line BEFORE UPDATE ON order_line FOR EACH ROW WHEN ((((((((old.order_id IS DISTINCT FROM new.order_id) OR (old.product_id IS DISTINCT FROM new.product_id)) OR (old.quantity IS DISTINCT FROM new.quantity)) OR (old.restocked_quantity IS DISTINCT FROM new.restocked_quantity)) OR (old.unit_price IS DISTINCT FROM new.unit_price)) OR (old.line_total IS DISTINCT FROM new.line_total)) OR (old.vat_rate IS DISTINCT FROM new.vat_rate))) EXECUTE FUNCTION count_order_of_row_anew();
create trigger sums_of_new_line BEFORE INSERT OR DELETE ON order_line FOR EACH ROW EXECUTE FUNCTION count_order_of_row_anew();
create trigger ledger_of_changed_payment AFTER UPDATE ON payment FOR EACH ROW WHEN ((((((old.provider IS DISTINCT FROM new.provider) OR ((old.provider_payment_id)::text IS DISTINCT FROM (new.provider_payment_id)::text)) OR (old.amount_received IS DISTINCT FROM new.amount_received)) OR ((old.currency)::text IS DISTINCT FROM (new.currency)::text)) OR (old.received_at IS DISTINCT FROM new.received_at))) EXECUTE FUNCTION note_payment_days();
create trigger ledger_of_new_payment AFTER INSERT ON payment FOR EACH ROW WHEN (((new.received_at IS NOT NULL) OR (new.amount_received > 0))) EXECUTE FUNCTION note_payment_days();
create trigger note_words_of_new_products AFTER INSERT ON product REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_words_of_new_products();
create trigger note_words_of_product AFTER UPDATE OF name, description, family, documents ON product FOR EACH ROW EXECUTE FUNCTION note_words_of_product();
create trigger tell_of_changed_product AFTER INSERT OR DELETE OR UPDATE OF id, name, slug, description, price, sale_price, on_sale, category, image_url, is_bestseller, is_new, tax_rate, net_grams, pack_millilitres, gross_grams, bulk_density, bulk_density_measured_on, unit_price_basis, handling, mixed_into_soil, family, pack_label, more_pictures, documents, show_on_home, home_position, archived_at, price_steps, gtin OR TRUNCATE ON product FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('catalogue');
create trigger tell_of_moved_stock AFTER UPDATE OF stock_quantity, held_quantity ON product FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('stock');
create trigger impact_of_changed_refunds AFTER UPDATE ON refund REFERENCING OLD TABLE AS old_refunds NEW TABLE AS new_refunds FOR EACH STATEMENT EXECUTE FUNCTION note_changed_refunds_impact();
create trigger impact_of_new_refunds AFTER INSERT ON refund REFERENCING NEW TABLE AS new_refunds FOR EACH STATEMENT EXECUTE FUNCTION note_new_refunds_impact();
create trigger ledger_of_changed_refund AFTER UPDATE ON refund REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_refund_days();
create trigger ledger_of_new_refund AFTER INSERT ON refund REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_new_refund_days();
create trigger sums_of_changed_refund BEFORE UPDATE ON refund FOR EACH ROW WHEN ((((old.order_id IS DISTINCT FROM new.order_id) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION count_order_of_row_anew();
create trigger sums_of_new_refund BEFORE INSERT OR DELETE ON refund FOR EACH ROW EXECUTE FUNCTION count_order_of_row_anew();
create trigger tell_of_changed_refund AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON refund FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('orders');
create trigger tell_of_changed_store_setting AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON store_setting FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('settings');
create trigger impact_of_changed_account AFTER UPDATE ON user_account FOR EACH ROW WHEN ((((old.email)::text IS DISTINCT FROM (new.email)::text) OR (old.show_on_leaderboard IS DISTINCT FROM new.show_on_leaderboard))) EXECUTE FUNCTION note_account_impact();
create trigger impact_of_new_account AFTER INSERT ON user_account FOR EACH ROW WHEN ((NOT new.show_on_leaderboard)) EXECUTE FUNCTION note_account_impact();
create trigger tell_of_changed_withdrawal AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON withdrawal FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('orders');
