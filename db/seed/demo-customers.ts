import type { EntityManager } from "@mikro-orm/postgresql";
import { User } from "../entities/index.ts";

const people = [
  "Margaret Ashdown",
  "Tomos Bevan",
  "Priya Chandra",
  "Daniel Eccles",
  "Fiona Fairweather",
  "Gareth Griffiths",
  "Harriet Holt",
  "Imran Iqbal",
  "Joanna Jessop",
  "Callum Kerr",
  "Lucy Lockwood",
  "Angus Macrae",
  "Nadia Noor",
  "Oliver Oakley",
  "Bronwen Parry",
  "Quentin Quayle",
  "Rosalind Rudge",
  "Samuel Sutcliffe",
  "Tamsin Trelawny",
  "Ursula Underhill",
  "Victor Vaughan",
  "Wendy Winterbourne",
  "Yusuf Yilmaz",
  "Zara Ahmed",
  "Alistair Boyd",
  "Beatrice Cope",
  "Colin Draper",
  "Dilys Evans",
  "Edmund Frost",
  "Grace Hargreaves",
  "Hugh Inman",
  "Isla Johnstone",
  "Kieran Lyle",
  "Mabel Norris",
  "Niall O'Hara",
  "Poppy Rowntree",
] as const;

const businesses = [
  { name: "Hollybush Market Garden", contact: "Ruth Penrose", customerType: "agriculture" },
  { name: "Wye Valley Growers", contact: "Martin Stokes", customerType: "agriculture" },
  { name: "Severn Biogas Ltd", contact: "Elaine Thorpe", customerType: "business" },
] as const;

const places = [
  ["Hereford", "HR1 2LX"],
  ["Ludlow", "SY8 1EG"],
  ["Shrewsbury", "SY1 1QX"],
  ["Bristol", "BS6 5QA"],
  ["Leeds", "LS8 4BB"],
  ["Norwich", "NR2 3TU"],
  ["Exeter", "EX4 4PY"],
  ["Edinburgh", "EH10 4HR"],
  ["Aberystwyth", "SY23 2AU"],
  ["Belfast", "BT9 6GX"],
  ["Malvern", "WR14 2AY"],
  ["Stroud", "GL5 1QF"],
] as const;

const streets = [
  "Orchard Row",
  "Mill Lane",
  "Church Street",
  "Station Road",
  "The Green",
  "Castle Street",
  "Hopyard Lane",
];

/** Customers without a password, who cannot sign in. */
export function createDemoCustomers(em: EntityManager, random: SeededRandom, joinedAfter: Date): User[] {
  return [
    ...people.map((name) => ({ name, companyName: "", customerType: "individual" })),
    ...businesses.map(({ name, contact, customerType }) => ({
      name: contact,
      companyName: name,
      customerType,
    })),
  ].map((person) => {
    const [city, postcode] = random.pick(places);
    const handle = person.name.toLowerCase().replaceAll("'", "").replace(" ", ".");
    return em.create(User, {
      ...person,
      email: `${handle}@example.com`,
      username: handle,
      isVerified: random.percent(85),
      phone: `07700 900${String(random.between(0, 999)).padStart(3, "0")}`,
      address: `${random.between(1, 120)} ${random.pick(streets)}`,
      city,
      postcode,
      country: "United Kingdom",
      createdAt: new Date(joinedAfter.getTime() + random.between(0, 20) * 24 * 60 * 60 * 1000),
    });
  });
}

/** Random numbers that are the same in every run, so that demo data looks alike on every machine. */
export interface SeededRandom {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True in this many of a hundred cases. */
  percent(chance: number): boolean;
}

/** The generator "mulberry32" (public domain): 32 bits of state are plenty for demo data. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
    percent: (chance) => next() * 100 < chance,
  };
}
