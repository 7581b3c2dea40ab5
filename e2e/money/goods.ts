/**
 * The units of an order line: what lies on the shelf, and what is in the customer's hands. It is kept by what people do
 * with goods and money, never by what the database says (docs/decisions/092-what-happened-to-each-unit.md).
 */
export class Goods {
  readonly sold: number;
  /** Of one unit, in pence. */
  readonly price: number;
  /** On the shelf, for sale. */
  stock: number;
  /** On the shelf, for the order. */
  setAside: number;
  /** The customer still expects them. */
  toCome: number;
  hands = 0;
  /** In the house, and neither for sale nor for the order: since they were cancelled; since they came back. */
  loose = 0;
  back = 0;
  cancelled = 0;
  /** Of the cancelled, those that were put back into stock. */
  sorted = 0;
  left = 0;
  returned = 0;
  /** Units whose price went back. */
  credited = 0;

  constructor({
    sold,
    price,
    missing,
    stock,
  }: { sold: number; price: number; missing: number; stock: number }) {
    this.sold = sold;
    this.price = price;
    this.stock = stock;
    this.setAside = sold - missing;
    this.toCome = sold;
  }

  /** How many can be sent now. */
  get sendable(): number {
    return Math.min(this.toCome, this.setAside + this.stock);
  }

  /** Units that were cancelled or came back and are not credited yet. */
  get owed(): number {
    return Math.max(0, this.cancelled + this.returned - this.credited);
  }

  /** Units that the customer has and was not given the money for. */
  get paidInHands(): number {
    const creditedInHands = Math.max(0, this.credited - this.cancelled - this.returned);
    return Math.max(0, this.hands - creditedInHands);
  }

  leave(units: number): void {
    const fromAside = Math.min(units, this.setAside);
    this.setAside -= fromAside;
    this.stock -= units - fromAside;
    this.toCome -= units;
    this.left += units;
    this.hands += units;
  }

  /** A parcel that never went. */
  neverLeft(units: number): void {
    this.hands -= units;
    this.left -= units;
    this.setAside += units;
    this.toCome += units;
  }

  cancel(units: number): void {
    this.toCome -= units;
    this.cancelled += units;
    const spare = Math.max(0, this.setAside - this.toCome);
    this.setAside -= spare;
    this.loose += spare;
  }

  /** A statement about so many units that had not left is closed without a refund. @returns how many are sent after all */
  sendAfterAll(stated: number): number {
    const units = Math.min(stated, this.cancelled - this.sorted, this.owed);
    this.cancelled -= units;
    this.toCome += units;
    const aside = Math.min(this.loose, Math.max(0, this.toCome - this.setAside));
    this.setAside += aside;
    this.loose -= aside;
    return units;
  }

  comeBack(units: number): void {
    const came = Math.min(units, this.hands);
    this.hands -= came;
    this.returned += came;
    this.back += came;
  }

  putIntoStock(units: number): void {
    const loose = Math.min(units, this.loose);
    const back = Math.min(units - loose, this.back);
    this.loose -= loose;
    this.sorted += loose;
    this.back -= back;
    this.stock += loose + back;
  }

  /** Units are credited: first what is gone, then what the customer has, then what is to come. */
  credit(units: number, isRestocked: boolean): void {
    const gone = Math.min(units, this.owed);
    const had = Math.min(units - gone, this.paidInHands);
    this.credited += units;
    this.cancel(Math.min(units - gone - had, this.toCome));
    if (!isRestocked) return;
    this.comeBack(had);
    this.putIntoStock(units);
  }
}
