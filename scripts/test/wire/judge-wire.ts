import type { Exchange, Verdict } from "./exchange.ts";
import { PayPalJudge } from "./judge-paypal.ts";
import { StripeJudge } from "./judge-stripe.ts";
import type { Violation } from "./violation.ts";

/** The stand-ins' own tests send invalid requests on purpose, to see them refused. */
const testsOfStandIns = /^server\/sandbox\//;

/** All other requests go to Stripe. */
const PAYPAL_PATH = /^\/(v2\/|v1\/(oauth2|identity|notifications|reporting|customer)\/)/;

/** A violation, and its first occurrence. */
interface Finding {
  /** The same for all that break one rule. */
  rule: string;
  /** The call or event, its side, and the place within it. */
  place: string;
  says: string;
  source: string;
}

/** Checks exchanges against the providers' schemas. */
export class WireJudge {
  readonly #stripe = new StripeJudge();
  readonly #payPal = new PayPalJudge();

  /** A line for each broken rule, with its first occurrence; empty when everything conforms. */
  judge(exchanges: readonly Exchange[]): string[] {
    if (exchanges.length === 0) {
      return ["No exchange with a provider was recorded: nothing ran before, or without WIRE_RECORDS."];
    }
    const byRule = new Map<string, Finding[]>();
    for (const finding of exchanges.flatMap((exchange) => this.#findingsOf(exchange))) {
      byRule.set(finding.rule, [...(byRule.get(finding.rule) ?? []), finding]);
    }
    return [...byRule.values()].map(lineOf).sort();
  }

  #findingsOf(exchange: Exchange): Finding[] {
    const { source } = exchange;
    const verdict = this.#verdictOf(exchange);
    const onPurpose = isRefusedOnPurpose(exchange);
    if (!verdict) {
      const place = exchange.kind === "call" ? `${exchange.method} ${exchange.path.split("?")[0]}` : "event";
      return onPurpose ? [] : [{ rule: place, place, says: "is a call without a schema", source }];
    }
    const find = (side: string, { at, says, rule }: Violation): Finding => ({
      rule: `${side === "request"} ${rule}`,
      place: `${verdict.name}, ${side}, ${at === "" ? "the whole" : at}`,
      says,
      source,
    });
    const part = exchange.kind === "event" ? "as sent" : `answer ${exchange.status}`;
    return [
      ...(onPurpose ? [] : verdict.request.map((violation) => find("request", violation))),
      ...verdict.answer.map((violation) => find(part, violation)),
    ];
  }

  #verdictOf(exchange: Exchange): Verdict | undefined {
    if (exchange.kind === "event") {
      const judge = exchange.path.endsWith("/paypal") ? this.#payPal : this.#stripe;
      return judge.judgeEvent(exchange);
    }
    return (PAYPAL_PATH.test(exchange.path) ? this.#payPal : this.#stripe).judgeCall(exchange);
  }
}

/** Only refused requests: accepting what the provider would refuse is a fault of the stand-in. */
function isRefusedOnPurpose(exchange: Exchange): boolean {
  if (exchange.kind === "event" || !testsOfStandIns.test(exchange.source)) return false;
  return exchange.status !== null && exchange.status >= 400 && exchange.status < 500;
}

function lineOf([first, ...others]: Finding[]): string {
  if (!first) return "";
  const places = new Set(others.map(({ place }) => place).filter((place) => place !== first.place)).size;
  const more = places > 0 ? `; ${places} more ${places === 1 ? "place" : "places"}` : "";
  return `${first.place}: ${first.says} (${first.source}${more})`;
}
