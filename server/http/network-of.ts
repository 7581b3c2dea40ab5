import { isIP } from "node:net";

/** In IPv6 one household, or one rented server, has a /64: four of the eight groups. */
const GROUPS_OF_A_NETWORK = 4;
const GROUPS = 8;

/** Whose address this is, for counting: an IPv4 address as it is, of an IPv6 address its /64. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [plain = ""] = address.split("%", 1);
  const [head = "", tail] = plain.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => "0"), ...after];
  const network = groups
    .slice(0, GROUPS_OF_A_NETWORK)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
