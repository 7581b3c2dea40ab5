import { isIP } from "node:net";

const GROUPS = 8;
const BITS_OF_GROUP = 16;

/**
 * Whose address this is, for counting: an IPv4 address as it is, of an IPv6 address its network. One household, or one
 * rented server, has a /64; whoever asks for more gets a /48.
 */
export function networkOf(address: string, bits: 48 | 64 = 64): string {
  if (isIP(address) !== 6) return address;
  const [plain = ""] = address.split("%", 1);
  const [head = "", tail] = plain.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => "0"), ...after];
  const network = groups
    .slice(0, bits / BITS_OF_GROUP)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/${bits}`;
}
