import { expect, it } from "vitest";
import { type Change, type Changes, WriteBatches } from "./write-batches.server.ts";

const change = (id: string, how: Change["how"] = "insert", step = 1): Change => ({
  how,
  id,
  provider: "stripe",
  kind: "thing",
  body: { step },
  at: new Date(),
});
const changes = (...all: Change[]): Changes => new Map(all.map((each) => [each.id, each]));

/** A database that takes what it is given only when it is told to. */
function aDatabase() {
  const written: string[][] = [];
  const answers: { resolve(): void; reject(reason: Error): void }[] = [];
  const batches = new WriteBatches(
    (given) =>
      new Promise((resolve, reject) => {
        written.push(given.map(({ how, id, body }) => `${how} ${id} ${body.step}`));
        answers.push({ resolve, reject });
      }),
    () => written.push(["failed"]),
  );
  return { batches, written, answers };
}

const sent = (written: string[][], count: number) => expect.poll(() => written.length).toBe(count);

it("writes together what arrives together, and what arrives meanwhile after it", async () => {
  const { batches, written, answers } = aDatabase();
  const [first, second] = [batches.add(changes(change("a"))), batches.add(changes(change("b")))];
  expect(second).toBe(first);
  await sent(written, 1);
  const third = batches.add(changes(change("a", "save", 2)));
  batches.add(changes(change("c")));
  batches.add(changes(change("a", "save", 3)));
  expect(first.isDone).toBe(false);
  answers[0]?.resolve();
  await first.done;
  await sent(written, 2);
  answers[1]?.resolve();
  await third.done;
  expect(written).toEqual([
    ["insert a 1", "insert b 1"],
    ["save a 3", "insert c 1"],
  ]);
});

it("makes an object in the state that it has in the end, and none that is gone by then", async () => {
  const { batches, written, answers } = aDatabase();
  batches.add(changes(change("a"), change("b")));
  const batch = batches.add(changes(change("a", "save", 2), change("b", "remove")));
  await sent(written, 1);
  answers[0]?.resolve();
  await batch.done;
  expect(written).toEqual([["insert a 2"]]);
});

it("fails with a batch what was calculated from it, and nothing later", async () => {
  const { batches, written, answers } = aDatabase();
  const first = batches.add(changes(change("a")));
  await sent(written, 1);
  const follower = batches.add(changes(change("a", "save", 2)));
  answers[0]?.reject(new Error("no room"));
  await expect(first.done).rejects.toThrow("no room");
  await expect(follower.done).rejects.toThrow("no room");
  await batches.drained();
  const later = batches.add(changes(change("c")));
  await sent(written, 3);
  answers[1]?.resolve();
  await later.done;
  expect(written).toEqual([["insert a 1"], ["failed"], ["insert c 1"]]);
});
