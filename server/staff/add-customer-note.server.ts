import { command } from "#server/commands/run-command.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { writeNote } from "#server/customers/staff-notes.server.ts";
import { type CustomerKey, customerCommands, customerKeyText } from "./customer-view.ts";
import { findPerson, type Person } from "./find-customer.server.ts";

/**
 * Writes a note about a customer: with their account, or with the address of somebody who has none. @throws ShopError
 * `unauthenticated`, `forbidden`, `not_found`
 */
export const addCustomerNote = command(
  customerCommands.addNote,
  async (context, { customer, key, text }): Promise<void> => {
    await inTransaction(
      context.em,
      async (em) => {
        const person = await findPerson(em, customer);
        if (!person) throw new ShopError("not_found", "There is no such customer.");
        const { customerId, email } = person;
        const about = customerId === null ? { email } : { customer: customerId };
        await writeNote(em, context, { about, audited: auditedOf(person), key, text });
      },
      { retryUniqueViolations: true },
    );
  },
);

const areas: Record<CustomerKey["kind"], "users" | "orders" | "enquiries"> = {
  account: "users",
  order: "orders",
  enquiry: "enquiries",
};

/** Named by what leads to them: the audit is never erased, so that it tells no address. */
function auditedOf({ key }: Person) {
  const subjectName = key.kind === "account" ? `User ${key.id}` : `Guest of ${customerKeyText(key)}`;
  return { area: areas[key.kind], subjectId: key.id, subjectName };
}
