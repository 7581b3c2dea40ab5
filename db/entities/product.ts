import { defineEntity, type Opt, p } from "@mikro-orm/core";
import type { ProductDocument } from "#server/catalogue/product-media.ts";
import { handlings } from "#server/pricing/loads.ts";
import type { Packaging } from "#server/pricing/pack-facts.ts";
import { unitPriceBases } from "#server/pricing/price-per-measure.ts";
import type { PriceStep } from "#server/pricing/price-steps.ts";
import { IN_BRITISH_ORDER, updatedAt } from "./columns.ts";

export const ProductSchema = defineEntity({
  name: "Product",
  tableName: "product",
  indexes: [
    { name: "product_name_index", properties: ["name", "id"] },
    // For counting what is on sale.
    {
      name: "product_live_index",
      expression: "create index product_live_index on product (id) where archived_at is null",
    },
    { name: "product_price_index", properties: ["currentPrice", "id"] },
    { name: "product_category_index", properties: ["category", "name", "id"] },
    {
      name: "product_archived_index",
      expression: "create index product_archived_index on product (name, id) where archived_at is not null",
    },
    {
      name: "product_home_index",
      expression:
        "create index product_home_index on product (home_position, name, id) where show_on_home and archived_at is null",
    },
    {
      name: "product_soil_index",
      expression:
        "create index product_soil_index on product (name, id) where mixed_into_soil and archived_at is null",
    },
    // For the products that have prices by quantity, of which there are few.
    {
      name: "product_stepped_index",
      expression:
        "create index product_stepped_index on product (name, id) where price_steps <> '[]' and archived_at is null",
    },
    {
      name: "product_search_index",
      expression:
        "create index product_search_index on product using gin (lower(name || ' ' || description || ' ' || found_by) gin_trgm_ops)",
    },
    // For orders by the names of what is in them, and for staff's search of everything.
    {
      name: "product_name_trigram_index",
      expression: "create index product_name_trigram_index on product using gin (lower(name) gin_trgm_ops)",
    },
    // A number is the same with zeros in front of it, which addresses of GS1 write.
    {
      name: "product_gtin_unique",
      expression: "create unique index product_gtin_unique on product (lpad(gtin, 14, '0'))",
    },
    // For one card per family in the catalogue, and for the packs of one family.
    { name: "product_card_index", properties: ["cardName", "id"] },
    { name: "product_category_card_index", properties: ["category", "cardName", "id"] },
    {
      name: "product_family_index",
      expression:
        "create index product_family_index on product (family, current_price, id) where family is not null and archived_at is null",
    },
  ],
  checks: [
    { name: "product_stock_not_negative", expression: "stock_quantity >= 0" },
    { name: "product_held_not_negative", expression: "held_quantity >= 0" },
    { name: "product_gtin_shape", expression: "gtin ~ '^([0-9]{8}|[0-9]{12,14})$'" },
    { name: "product_price_positive", expression: "price > 0 and (sale_price is null or sale_price > 0)" },
    {
      name: "product_pack_positive",
      expression:
        "net_grams > 0 and pack_millilitres > 0 and gross_grams > 0 and bulk_density > 0 and footprint_length > 0 and footprint_width > 0",
    },
    { name: "product_pack_in_family", expression: "family is null or pack_label is not null" },
    {
      name: "product_price_steps_shape",
      expression:
        "jsonb_typeof(price_steps) = 'array' and jsonb_array_length(price_steps) = jsonb_array_length(jsonb_path_query_array(price_steps, '$[*] ? (@.minQuantity >= 1 && @.price >= 1)'))",
    },
    { name: "product_sale_has_price", expression: "not on_sale or sale_price is not null" },
  ],
  properties: {
    id: p.integer().primary(),
    name: p.string().length(200).collation(IN_BRITISH_ORDER),
    slug: p.string().length(200).unique("product_slug_unique"),
    description: p.text(),
    /** Regular price in pence. */
    price: p.integer(),
    /** Sale price in pence, charged while `onSale`. */
    salePrice: p.integer().nullable(),
    onSale: p.boolean().default(false),
    /** What a shopper pays now, in pence: kept by the database so that price sorting uses an index. */
    currentPrice: p
      .integer()
      .$type<Opt<number>>()
      .generated("(case when on_sale then sale_price else price end) stored"),
    category: p.string().length(100).collation(IN_BRITISH_ORDER),
    imageUrl: p.string().length(500),
    /** Units in the warehouse, those held for open payments included. */
    stockQuantity: p.integer().default(0),
    /** Units of the stock that open payments hold; what can be sold is stockQuantity − heldQuantity. */
    heldQuantity: p.integer().default(0),
    isBestseller: p.boolean().default(false),
    isNew: p.boolean().default(false),
    /** VAT rate in basis points; none means the store's standard rate. */
    taxRate: p.integer().nullable(),
    /** Its number in the trade, of 8, 12, 13 or 14 digits; none where it has none. */
    gtin: p.string().length(14).nullable(),
    /** What is in one pack, by weight and by volume; each is missing where nobody has said. */
    netGrams: p.integer().nullable(),
    packMillilitres: p.integer().nullable(),
    /** What one pack weighs with all that is around it. */
    grossGrams: p.integer().nullable(),
    /** Measured, in grams per litre. */
    bulkDensity: p.integer().nullable(),
    bulkDensityMeasuredOn: p.date().nullable(),
    unitPriceBasis: p.enum(unitPriceBases).default("none"),
    handling: p.enum(handlings).default("parcel"),
    /** The floor that one pack takes, in millimetres. */
    footprintLength: p.integer().nullable(),
    footprintWidth: p.integer().nullable(),
    packaging: p.json<Packaging>().defaultRaw("'{}'"),
    /** The name of the family of packs that it is one of: products of one name are one thing in several sizes. */
    family: p.string().length(100).collation(IN_BRITISH_ORDER).nullable(),
    /** What tells it from the others of its family: "5 kg". */
    packLabel: p.string().length(60).nullable(),
    /** Addresses of the pictures after `imageUrl`, in their order. */
    morePictures: p.json<string[]>().defaultRaw("'[]'"),
    documents: p.json<ProductDocument[]>().defaultRaw("'[]'"),
    /** What a search finds it by beside name and description: its family, and the types and titles of its documents. */
    foundBy: p
      .text()
      .$type<Opt<string>>()
      .generated("(coalesce(family || ' ', '') || words_of_documents(documents)) stored"),
    /** The name by which the catalogue lists it while it shows one card per family. */
    cardName: p
      .string()
      .length(200)
      .collation(IN_BRITISH_ORDER)
      .$type<Opt<string>>()
      .generated("(coalesce(family, name)) stored"),
    /** What a unit costs from a quantity on (docs/rules.md#prices-9). */
    priceSteps: p.json<PriceStep[]>().defaultRaw("'[]'"),
    /** Whether it is a product of the application-rate calculator. */
    mixedIntoSoil: p.boolean().default(false),
    /** Whether the home grid may show it: the masks product is left out. */
    showOnHome: p.boolean().default(true),
    /** The place that staff gave it in the home grid, from 1; those without one follow by name. */
    homePosition: p.integer().nullable(),
    archivedAt: p.datetime().nullable(),
    version: p.integer().version(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: updatedAt(),
  },
});

export class Product extends ProductSchema.class {}
ProductSchema.setClass(Product);

/**
 * A price that a product had until a moment: written when it changes, so that a "was" price can be held against what
 * was really charged (docs/rules.md#prices-6). The price now is the product's own.
 */
export const PastPriceSchema = defineEntity({
  name: "PastPrice",
  tableName: "past_price",
  indexes: [{ name: "past_price_product_index", properties: ["product", "until"] }],
  properties: {
    id: p.integer().primary(),
    product: () => p.manyToOne(Product),
    /** Regular price in pence. */
    price: p.integer(),
    /** In pence; charged while `onSale`. */
    salePrice: p.integer().nullable(),
    onSale: p.boolean(),
    until: p.datetime(),
  },
});

export class PastPrice extends PastPriceSchema.class {}
PastPriceSchema.setClass(PastPrice);

/**
 * A word that stands in a product's name, description, family or documents: what a search that finds nothing is held
 * against. The database adds the words of each product that is written; words of what is gone stay.
 */
export const SearchWordSchema = defineEntity({
  name: "SearchWord",
  tableName: "search_word",
  indexes: [
    {
      name: "search_word_similar_index",
      expression: "create index search_word_similar_index on search_word using gist (word gist_trgm_ops)",
    },
  ],
  properties: {
    word: p.string().length(40).primary(),
  },
});

export class SearchWord extends SearchWordSchema.class {}
SearchWordSchema.setClass(SearchWord);

/** A list of prices that staff give to customers: products name its code in their steps, accounts carry it. */
export const TradeListSchema = defineEntity({
  name: "TradeList",
  tableName: "trade_list",
  properties: {
    /** As files and scripts write it; made from the first name, and stays. */
    code: p.string().length(50).primary(),
    name: p.string().length(100).unique("trade_list_name_unique"),
    version: p.integer().version(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class TradeList extends TradeListSchema.class {}
TradeListSchema.setClass(TradeList);
