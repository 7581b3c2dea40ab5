/** A database address split by its hosts. */
export interface HostList {
  /** Where to connect, one complete address for each host, in the order in which they were given. */
  addresses: readonly [string, ...string[]];
}

/** What stands before the hosts, the hosts, and what stands behind them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/i;
/** What libpq calls a server that takes writes; the shop needs no other. */
const TAKES_WRITES = new Set(["read-write", "primary"]);

/**
 * Reads a database address in libpq's own syntax, with one host or several:
 * `postgres://user:password@one:5432,two:5432/shop?target_session_attrs=read-write`.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 * @returns undefined for what is no such address
 */
export function parseHosts(url: string): HostList | undefined {
  const [, front, hosts, rest] = PARTS.exec(url.trim()) ?? [];
  if (front === undefined || hosts === undefined || rest === undefined) return undefined;
  const [first, ...others] = hosts.split(",").map((host) => addressOf(front + host.trim() + rest));
  if (!first || others.some((address) => !address)) return undefined;
  return { addresses: [first, ...others.filter((address) => address !== undefined)] };
}

/** The hosts of an address with their ports, and the database: for messages, without the password. */
export function describeDatabase(url: string): { hosts: string; database: string } {
  const addresses = parseHosts(url)?.addresses.map((address) => new URL(address)) ?? [];
  return {
    hosts: addresses.map(({ host }) => host).join(", "),
    database: addresses[0]?.pathname.slice(1) ?? "",
  };
}

/** One host's address, without what only a choice between hosts needs. */
function addressOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!url.hostname) return undefined;
  const wanted = url.searchParams.get("target_session_attrs");
  if (wanted === null) return text;
  if (!TAKES_WRITES.has(wanted)) return undefined;
  url.searchParams.delete("target_session_attrs");
  return url.href;
}
