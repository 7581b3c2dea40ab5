import { isDeepStrictEqual } from "node:util";
import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { PastPrice, Product } from "#db/entities/index.ts";
import type { ChangeSummary } from "#server/audit/change-labels.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { freeSlug, slugOf } from "#server/core/text.ts";
import { definedOnly } from "#server/core/touched-fields.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { dataUrlsOf, resolvePicture, textsOf } from "#server/media/uploads.server.ts";
import { gramsOf } from "#server/pricing/pack-facts.ts";
import { gtin14 } from "./gtin.ts";
import { type ExpectedProduct, productFormSchema } from "./product.schema.ts";
import { productCommands } from "./product-commands.ts";
import { picturesOf, withPictures } from "./product-media.ts";
import {
  columnsOf,
  nothingSaid,
  type ProductState,
  priceChanged,
  productErrors,
  stateIn,
} from "./product-state.ts";
import { requireKnownLists } from "./trade-lists.server.ts";
import { takenSlugs } from "./write-import.server.ts";

/**
 * Locks products that staff are about to change, in id order as checkouts do, to avoid deadlocks.
 * @throws ShopError `not_found` when one of them does not exist
 */
export async function lockForEdit(em: EntityManager, ids: readonly number[]): Promise<Product[]> {
  const products = await em.find(
    Product,
    { id: { $in: [...ids] } },
    { orderBy: { id: "asc" }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (products.length !== new Set(ids).size) throw new ShopError("not_found", "Product not found");
  return products;
}

/** @throws ShopError `conflict` when somebody saved the product after the version that the person saw */
export function assertCurrentVersion(
  { name, version }: Pick<Product, "name" | "version">,
  expectedVersion: number,
): void {
  if (version === expectedVersion) return;
  throw new ShopError(
    "conflict",
    `Somebody else changed "${name}" while you were editing. Nothing was overwritten.`,
  );
}

/** The audit's name for a change of the VAT rate. */
const RATE_CHANGED = "VAT rate changed";

interface WriteOptions {
  /** For the audit, in a word or two. */
  action: string;
  /** The audit entry that this undoes. */
  revertOf?: number | undefined;
}

/**
 * Writes a locked product's next state, stores the price it had (docs/rules.md#prices-6); records who changed what, and
 * returns what that was.
 * @throws ShopError `validation_failed` with the fields at fault
 */
export async function writeProduct(
  em: EntityManager,
  context: Context,
  product: Product,
  wanted: ProductState,
  { action, revertOf }: WriteOptions,
): Promise<ChangeSummary | null> {
  const before = stateOf(product);
  const picturesBefore = product.morePictures;
  const [imageUrl = "", ...morePictures] = picturesOf({
    imageUrl: wanted.imageUrl,
    morePictures: picturesBefore,
  });
  const next = { ...wanted, imageUrl };
  const fields = productErrors(next);
  if (Object.keys(fields).length > 0) {
    throw new ShopError("validation_failed", `${product.name}: ${Object.values(fields).flat().join(". ")}.`, {
      fields,
    });
  }
  if (next.gtin !== before.gtin) await requireOwnGtin(em, next.gtin, product.id);
  const sameSteps = isDeepStrictEqual(before.priceSteps, next.priceSteps);
  if (!sameSteps) await requireKnownLists(em, next.priceSteps);
  if (priceChanged(before, next)) keepPastPrice(em, context, product);
  // The database orders the keys of JSON its own way: the same steps written again would be a change.
  const { priceSteps, ...others } = columnsOf(next);
  em.assign(product, sameSteps ? others : { ...others, priceSteps });
  if (morePictures.length < picturesBefore.length) em.assign(product, { morePictures });
  await em.flush();
  invalidateOnCommit(em, "catalogue");
  const subject = { area: "products", subjectId: product.id, subjectName: product.name } as const;
  const { taxRate: oldRate, ...rest } = before;
  const { taxRate, ...nextRest } = next;
  const changed = withPictures({ before: rest, after: nextRest }, picturesBefore);
  const change = await recordChange(em, context, { ...subject, action, ...changed, revertOf });
  // A separate entry, so that nobody overlooks it beside a price.
  const ofRate = await recordChange(em, context, {
    ...subject,
    action: RATE_CHANGED,
    before: { taxRate: oldRate },
    after: { taxRate },
  });
  return change ?? ofRate;
}

function keepPastPrice(em: EntityManager, { clock }: Context, product: Product): void {
  const { price, salePrice = null, onSale } = product;
  em.create(PastPrice, { product, price, salePrice, onSale, until: clock.now() });
}

/** @throws ShopError `validation_failed` when another product than `id` has the number, archived or not */
async function requireOwnGtin(em: EntityManager, gtin: string | null, id: number | null): Promise<void> {
  if (gtin === null) return;
  const [other] = (await productsWithGtins(em, [gtin])).filter((product) => product.id !== id);
  if (!other) return;
  const message = `"${other.name}" has this GTIN`;
  throw new ShopError("validation_failed", `${message}.`, { fields: { gtin: [message] } });
}

/** The product's current values that staff can change. */
export function stateOf(product: Product): ProductState {
  const { name, price, category, packaging } = product;
  // The ORM may leave out what is null.
  const said = { ...definedOnly(product), name, price, category, ...gramsOf(packaging) };
  return stateIn({ ...nothingSaid, ...said });
}

/**
 * Adds a product to the catalogue; its address is made from its name and stays.
 * @throws ShopError `validation_failed`, `payload_too_large`, `unsupported_media_type` with the fields at fault
 */
export const createProduct = command(
  productCommands.create,
  async (context, input): Promise<{ id: number; slug: string }> => {
    const { salePrice = null, taxRate = null, ...rest } = input;
    const state: ProductState = { ...rest, salePrice, taxRate, priceSteps: [] };
    const fields = productErrors(state);
    if (Object.keys(fields).length > 0) {
      throw new ShopError("validation_failed", "The product cannot be saved like this.", { fields });
    }
    state.imageUrl = await resolvePicture(context.em, input.imageUrl);
    // When two of the same name are added at once, the second looks for a free address again.
    return inTransaction(
      context.em,
      async (em) => {
        await requireOwnGtin(em, state.gtin, null);
        const preferredSlug = slugOf(state.name);
        const taken = await takenSlugs(em, [preferredSlug]);
        const slug = freeSlug(preferredSlug, (candidate) => taken.has(candidate));
        const product = em.create(Product, { ...columnsOf(state), slug });
        await em.flush();
        invalidateOnCommit(em, "catalogue");
        const { id, name } = product;
        await recordChange(em, context, {
          area: "products",
          action: "created",
          subjectId: id,
          subjectName: name,
          after: { ...state, slug },
        });
        return { id, slug };
      },
      { retryUniqueViolations: true },
    );
  },
  {
    // The form, with a picture if one was chosen.
    read: async (_context, submitted) => {
      const [chosen] = await dataUrlsOf(submitted.getAll("picture"));
      const picture = chosen === undefined ? {} : { imageUrl: chosen };
      return {
        form: textsOf(submitted),
        schema: productFormSchema.transform((made) => ({ ...made, ...picture })),
      };
    },
  },
);

/**
 * Archives a product. Its row, its orders and its address stay; carts say that it is no longer sold.
 * @throws ShopError `not_found`, `conflict`
 */
export const archiveProduct = command(productCommands.archive, async (context, expected): Promise<void> => {
  await setArchived(context, expected, context.clock.now());
});

/**
 * Puts an archived product back into the shop.
 * @throws ShopError `not_found`, `conflict`
 */
export const restoreProduct = command(productCommands.restore, async (context, expected): Promise<void> => {
  await setArchived(context, expected, null);
});

function setArchived(
  context: Context,
  { id, seenVersion }: ExpectedProduct,
  archivedAt: Date | null,
): Promise<void> {
  return inTransaction(context.em, async (em) => {
    const [product] = await lockForEdit(em, [id]);
    if (!product) throw new ShopError("not_found", "Product not found");
    assertCurrentVersion(product, seenVersion);
    const wasArchived = product.archivedAt !== null;
    product.archivedAt = archivedAt;
    await em.flush();
    invalidateOnCommit(em, "catalogue");
    await recordChange(em, context, {
      area: "products",
      action: archivedAt ? "archived" : "restored",
      subjectId: id,
      subjectName: product.name,
      before: { isArchived: wasArchived },
      after: { isArchived: archivedAt !== null },
    });
  });
}

const rowSchema = z.object({ id: z.number(), name: z.string(), gtin: z.string() });

/** Which products, archived or not, have these numbers, each in fourteen digits: as the database tells them apart. */
export function productsWithGtins(
  em: EntityManager,
  gtins: readonly string[],
): Promise<z.infer<typeof rowSchema>[]> {
  return rawRows(
    em,
    rowSchema,
    `select product.id, product.name, wanted.gtin from jsonb_array_elements_text(?::jsonb) as wanted(gtin)
       join product on lpad(product.gtin, 14, '0') = wanted.gtin`,
    [JSON.stringify(gtins.map(gtin14))],
  );
}
