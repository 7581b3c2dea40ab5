import { isIP } from "node:net";

/** Clients without an address share one key: limits never switch themselves off. */
export const NO_ADDRESS = "no address";

const ONE_LINE = "/64";

/**
 * The key under which limits count a client address, however it is spelled: an IPv4 address as it is, an IPv6 one by
 * its /64.
 */
export function limitKeyOf(address: string): string {
  const [plain = ""] = address.trim().toLowerCase().split("%", 1);
  if (plain === "") return NO_ADDRESS;
  if (isIP(plain) !== 6) return plain.slice(0, 64);
  const usual = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  return ipv4Inside(usual) ?? networkOf(usual);
}

/** The /48 around an IPv6 address or its key, which a firm or a tunnel gets as a whole; none for others. */
export function widerLimitKeyOf(address: string): string | undefined {
  const key = limitKeyOf(address);
  return key.endsWith(ONE_LINE) ? networkOf(key.slice(0, -ONE_LINE.length), 48) : undefined;
}

/**
 * The key under which stock is reserved, and turns are taken: an IPv4 address, or the /48 of an IPv6 one. By /64 the
 * owner of a /48 could reserve 65,536 shares; the wider key costs nobody a purchase.
 */
export function holderKeyOf(address: string): string {
  return widerLimitKeyOf(address) ?? limitKeyOf(address);
}

/** Of an IPv4 address written as IPv6 (::ffff:0:0/96). */
function ipv4Inside(usual: string): string | undefined {
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(usual) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [left >> 8, left & 255, right >> 8, right & 255].join(".");
}

const GROUPS = 8;
const BITS_OF_GROUP = 16;

/**
 * The network of an IPv6 address. One household, or one rented server, has a /64; anyone who requests more gets a /48.
 */
function networkOf(address: string, bits: 48 | 64 = 64): string {
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => "0"), ...after];
  const network = groups
    .slice(0, bits / BITS_OF_GROUP)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/${bits}`;
}
