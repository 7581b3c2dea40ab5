import { Migration } from "@mikro-orm/migrations";

/**
 * Events that found nothing say which payment they wait for, so that they are looked at again when it comes. Those of
 * older versions are given it from what they carry. A payment that an early refund made "refunded" before its money was
 * written down is asked for again: the sweeper finds its order, or that all of it went back. The last two statements are
 * written by hand.
 */
export class Migration20261122153940 extends Migration {
  override name = "Migration20261122153940";

  override up(): void {
    this.addSql(`alter table "provider_event" add "waits_for" varchar(200) null;`);
    this.addSql(
      `create index provider_event_waiting_index on provider_event (provider, waits_for) where outcome = 'unmatched' and waits_for is not null;`,
    );
    this.addSql(`update provider_event set waits_for = named.payment
      from (
        select id, left(case
          when provider = 'stripe' and (type = 'charge.refunded' or type like 'refund.%' or type like 'charge.dispute.%')
               and jsonb_typeof(payload #> '{data,object,payment_intent}') = 'string'
            then payload #>> '{data,object,payment_intent}'
          when provider = 'paypal' and type in ('PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED')
            then substring(jsonb_path_query_first(payload, '$.resource.links[*] ? (@.rel == "up").href') #>> '{}'
              from '/captures/([A-Z0-9-]+)$')
          when provider = 'paypal' and type like 'CUSTOMER.DISPUTE.%'
            then payload #>> '{resource,disputed_transactions,0,seller_transaction_id}'
        end, 200) as payment
        from provider_event where outcome = 'unmatched'
      ) named
      where named.id = provider_event.id and named.payment is not null`);
    this.addSql(`update payment set status = 'processing' where status = 'refunded' and amount_received = 0`);
  }

  override down(): void {
    this.addSql(`drop index "provider_event_waiting_index";`);
    this.addSql(`alter table "provider_event" drop column "waits_for";`);
  }
}
