/**
 * What opens something in the links of our mails: the value of `token` (set a password, prove an address, unsubscribe)
 * and of `t` (see an order). db/backup/write-backup.ts and a migration say the same in SQL.
 */
const DOOR = /([?&](?:amp;)?t(?:oken)?=)[\w.~%-]+/g;
/** The code of the newsletter's mail, which stands by itself. */
const CODE = /(^|>)\d{6}(?=<|$)/gm;

/** A mail's body as it is kept once it was sent: every word of it, and no link that would work. */
export function withoutDoors(body: string): string {
  return body.replace(DOOR, "$1removed").replace(CODE, "$1removed");
}

export function hasDoors(body: string): boolean {
  return withoutDoors(body) !== body;
}
