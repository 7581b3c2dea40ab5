import { z } from "@hono/zod-openapi";
import type { UserView } from "#server/accounts/user-views.server.ts";
import {
  adminProductExample,
  blogPostExample,
  customerExample,
  failedOrderExample,
  orderExample,
  productExample,
  staffUserExample,
  tradeListExample,
  userExample,
} from "#server/api/shape-examples.ts";
import type { ProductForEdit } from "#server/catalogue/find-product.server.ts";
import { documentTypes } from "#server/catalogue/product-media.ts";
import type { WholeProduct } from "#server/catalogue/product-view.ts";
import type { TradeListView } from "#server/catalogue/trade-lists.server.ts";
import type { OrderDelivery } from "#server/checkout/delivery-choice.ts";
import type { ArticleCard } from "#server/content/find-content.server.ts";
import { roles } from "#server/core/roles.ts";
import type { StaffUserView } from "#server/customers/list-users.server.ts";
import type { FailedOrderView } from "#server/orders/failed-orders.server.ts";
import { orderStatuses } from "#server/orders/order.ts";
import type { OrderView, OwnOrder } from "#server/orders/order-views.server.ts";
import { cancelByOf } from "#server/orders/withdrawal-texts.ts";
import { orderPaymentMethods } from "#server/payments/payment-status.ts";
import { providerIds } from "#server/payments/provider-list.ts";
import { handlings } from "#server/pricing/loads.ts";
import { currencies, nameOf, penceToPounds } from "#server/pricing/money.ts";
import { packagingMaterials } from "#server/pricing/pack-facts.ts";
import { measures } from "#server/pricing/price-per-measure.ts";
import { inOrder } from "#server/pricing/price-steps.ts";

const money = z.number().meta({ description: "In the shop's currency, at most two decimals." });
const ownMoney = z.number().meta({ description: "In `currency`, at most two decimals." });
const instant = z.iso.datetime().meta({ description: "ISO 8601 in UTC." });

/** The response of a call that only reports that it is done. */
export const messageSchema = (example: string) =>
  z
    .strictObject({ message: z.string().meta({ description: "For a person to read." }) })
    .meta({ examples: [{ message: example }] });

const packFact = z.int().positive().nullable();

export const productSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    price: money.meta({ description: "The regular price in the shop's currency." }),
    salePrice: money
      .nullable()
      .meta({ description: "In the shop's currency, charged while onSale; null when there is none." }),
    onSale: z.boolean(),
    category: z.string(),
    imageUrl: z.string(),
    stockQuantity: z.int().min(0).meta({ description: "What can be sold now." }),
    isBestseller: z.boolean(),
    isNew: z.boolean(),
    taxRate: z
      .number()
      .nullable()
      .meta({ description: "A fraction, such as 0.2; null means the store's rate." }),
    priceSteps: z.array(z.strictObject({ minQuantity: z.int().min(1), price: money })).meta({
      description:
        "What a unit costs from a quantity on, for whoever asks; the lowest of these and the price now is charged.",
    }),
    family: z
      .string()
      .nullable()
      .meta({ description: "The family of packs that it is one of: one thing in several sizes." }),
    packLabel: z
      .string()
      .nullable()
      .meta({ description: "What tells it from the others of its family, such as 5 kg." }),
    gtin: z
      .string()
      .nullable()
      .meta({ description: "Its Global Trade Item Number: 8, 12, 13 or 14 digits; null where it has none." }),
    netGrams: packFact.meta({ description: "What is in a pack; null where nobody has said." }),
    packMillilitres: packFact.meta({ description: "What is in a pack; null where nobody has said." }),
    grossGrams: packFact.meta({ description: "A pack with all that is around it." }),
    unitPrice: z
      .strictObject({
        amount: z.number().positive().meta({
          description:
            "In the shop's currency, with as many decimals as it takes for this times what is in a pack to be the price to within half a penny.",
        }),
        per: z.enum(measures),
      })
      .nullable()
      .meta({ description: "What a measure costs at the price now; null where none is told." }),
    handling: z.enum(handlings).meta({ description: "How a pack travels." }),
    pictures: z.array(z.string()).meta({ description: "Addresses in their order; the first is imageUrl." }),
    documents: z.array(
      z.strictObject({
        type: z.enum(documentTypes),
        title: z.string(),
        date: z.iso.date().nullable().meta({ description: "The day that it bears." }),
        url: z.string().meta({ description: "Where the PDF is." }),
      }),
    ),
  })
  .openapi("Product", { examples: [productExample] });

export function restProduct(product: WholeProduct): z.infer<typeof productSchema> {
  return {
    id: product.id,
    name: product.name,
    slug: product.slug,
    description: product.description,
    price: penceToPounds(product.price),
    salePrice: product.salePrice === null ? null : penceToPounds(product.salePrice),
    onSale: product.onSale,
    category: product.category,
    imageUrl: product.imageUrl,
    stockQuantity: product.stockQuantity,
    isBestseller: product.isBestseller,
    isNew: product.isNew,
    taxRate: product.taxRate === null ? null : product.taxRate / 10_000,
    priceSteps: product.priceSteps.map(({ minQuantity, price }) => ({
      minQuantity,
      price: penceToPounds(price),
    })),
    family: product.family,
    packLabel: product.packLabel,
    gtin: product.gtin,
    netGrams: product.netGrams,
    packMillilitres: product.packMillilitres,
    grossGrams: product.grossGrams,
    unitPrice: product.perMeasure,
    handling: product.handling,
    pictures: product.pictures,
    documents: product.documents.map(({ type, title, date, url }) => ({ type, title, date, url })),
  };
}

/** A product as those who edit it see it. */
export const adminProductSchema = z
  // Not an extension of the product: the document would give it two parts, each refusing the other's fields.
  .strictObject({
    ...productSchema.shape,
    isArchived: z.boolean().meta({ description: "It is no longer sold; nobody else is shown it." }),
    tradePriceSteps: z
      .array(z.strictObject({ tradeList: z.string(), minQuantity: z.int().min(1), price: money }))
      .meta({ description: "What a unit costs customers with a trade list, from a quantity on." }),
    bulkDensity: z
      .strictObject({ gramsPerLitre: z.int().positive(), measuredOn: z.iso.date().nullable() })
      .nullable()
      .meta({ description: "As it was measured; null where nobody has." }),
    footprint: z
      .strictObject({ lengthMillimetres: z.int().positive(), widthMillimetres: z.int().positive() })
      .nullable()
      .meta({ description: "The floor that a pack takes." }),
    mixedIntoSoil: z.boolean().meta({ description: "Whether the application-rate calculator offers it." }),
    packaging: z
      .partialRecord(z.enum(packagingMaterials), z.int().min(0))
      .meta({ description: "Grams around one unit by material; what is left out is none." }),
  })
  .openapi("AdminProduct", { examples: [adminProductExample] });

export function restAdminProduct({ product, saved }: ProductForEdit): z.infer<typeof adminProductSchema> {
  const { bulkDensity, bulkDensityMeasuredOn, footprintLength, footprintWidth, packaging, isArchived } =
    saved;
  return {
    ...restProduct(product),
    isArchived,
    tradePriceSteps: inOrder(saved.priceSteps).flatMap(({ tradeList, minQuantity, price }) =>
      tradeList === null ? [] : [{ tradeList, minQuantity, price: penceToPounds(price) }],
    ),
    bulkDensity:
      bulkDensity === null ? null : { gramsPerLitre: bulkDensity, measuredOn: bulkDensityMeasuredOn },
    footprint:
      footprintLength === null || footprintWidth === null
        ? null
        : { lengthMillimetres: footprintLength, widthMillimetres: footprintWidth },
    mixedIntoSoil: saved.mixedIntoSoil,
    packaging,
  };
}

/** A list of prices that customers carry. */
export const tradeListSchema = z
  .strictObject({
    code: z.string().meta({ description: "As prices and users name it; it never changes." }),
    name: z.string(),
    customers: z.int().min(0).meta({ description: "How many accounts carry it." }),
    products: z.int().min(0).meta({ description: "How many products have a price for it." }),
  })
  .openapi("TradeList", { examples: [tradeListExample] });

export function restTradeList({ code, name, customers, products }: TradeListView) {
  return { code, name, customers, products } satisfies z.infer<typeof tradeListSchema>;
}

/** A blog post; the article is read at /blog/{slug}. */
export const blogPostSchema = z
  .strictObject({
    id: z.int(),
    title: z.string(),
    excerpt: z.string(),
    imageUrl: z.string(),
    publishedAt: instant,
    slug: z.string(),
  })
  .openapi("BlogPost", { examples: [blogPostExample] });

export function restBlogPost(article: ArticleCard): z.infer<typeof blogPostSchema> {
  const { id, title, excerpt, imageUrl, publishedAt, slug } = article;
  return { id, title, excerpt, imageUrl, publishedAt, slug };
}

const deliverySchema = z
  .strictObject({
    id: z.string(),
    label: z.string(),
    price: ownMoney,
    loads: z.string().optional().meta({ description: "What a carrier takes: 1 bulk bag, 2 parcels." }),
    collectedAt: instant.optional().meta({ description: "When its half hour of collection begins." }),
  })
  .meta({ description: "As its buyer chose and paid it; missing where there was no choice." });

function restDelivery({ id, label, price, loads, slot }: OrderDelivery): z.infer<typeof deliverySchema> {
  return {
    id,
    label,
    price: penceToPounds(price),
    ...(loads ? { loads } : {}),
    ...(slot ? { collectedAt: slot } : {}),
  };
}

export const orderSchema = z
  .strictObject({
    id: z.int(),
    invoiceNumber: z.string(),
    customerId: z.int().nullable(),
    customerName: z.string(),
    customerEmail: z.string(),
    customerPhone: z.string(),
    customerAddress: z.string(),
    subtotal: ownMoney,
    taxAmount: ownMoney,
    shippingCost: ownMoney,
    totalAmount: ownMoney,
    currency: z.enum(currencies).meta({ description: "Of all its amounts: the shop's when it was placed." }),
    status: z.enum(orderStatuses),
    paymentMethod: z.enum(orderPaymentMethods),
    createdAt: instant,
    delivery: deliverySchema.optional(),
    cancelBy: instant.optional().meta({
      description:
        "Once it went out: until when it can be cancelled at least, the end of the fourteenth day after.",
    }),
    items: z.array(
      z.strictObject({
        id: z.int(),
        productId: z.int(),
        productName: z.string(),
        quantity: z.int().positive(),
        price: ownMoney.meta({ description: "Of one unit, in `currency`." }),
      }),
    ),
  })
  .openapi("Order", { examples: [orderExample] });

/** What a client that knows a payment's number may see of its order: that it exists. */
export const briefOrderSchema = z.strictObject({
  id: z.int(),
  invoiceNumber: z.string(),
  status: z.enum(orderStatuses),
});

export function restOrder(order: OwnOrder | OrderView): z.infer<typeof orderSchema> {
  const cancelBy = cancelByOf(order);
  return {
    id: order.id,
    invoiceNumber: order.invoiceNumber,
    customerId: order.customerId,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    customerPhone: order.customerPhone,
    customerAddress: order.customerAddress,
    subtotal: penceToPounds(order.subtotal),
    taxAmount: penceToPounds(order.taxAmount),
    shippingCost: penceToPounds(order.shippingCost),
    totalAmount: penceToPounds(order.totalAmount),
    currency: nameOf(order.currency),
    status: order.status,
    paymentMethod: order.paymentMethod,
    ...(order.delivery ? { delivery: restDelivery(order.delivery) } : {}),
    createdAt: order.createdAt,
    ...(cancelBy ? { cancelBy } : {}),
    items: order.items.map(({ id, productId, productName, quantity, price }) => ({
      id,
      productId,
      productName,
      quantity,
      price: penceToPounds(price),
    })),
  };
}

/** A checkout whose payment failed. */
export const failedOrderSchema = z
  .strictObject({
    id: z.int(),
    customerName: z.string(),
    customerEmail: z.string(),
    totalAmount: ownMoney,
    currency: z.string().length(3).meta({ description: "ISO 4217." }),
    paymentMethod: z.enum(providerIds),
    errorMessage: z.string().meta({ description: "Why the last attempt failed, in plain words." }),
    attemptedAt: instant,
    createdAt: instant,
  })
  .openapi("FailedOrder", { examples: [failedOrderExample] });

export function restFailedOrder(failed: FailedOrderView): z.infer<typeof failedOrderSchema> {
  return {
    ...failed,
    totalAmount: penceToPounds(failed.totalAmount),
    currency: failed.currency.toUpperCase(),
  };
}

/** A user as they see themselves, without what staff write about them (segment, score, source, tags, notes). */
export const userSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    username: z.string(),
    phone: z.string(),
    address: z.string(),
    city: z.string(),
    postcode: z.string(),
    postalCode: z.string().meta({ description: "The same as postcode." }),
    country: z.string(),
    role: z.enum(roles),
    isVerified: z.boolean(),
    hasResearchAccess: z.boolean(),
    isActive: z.boolean(),
    companyName: z.string(),
    customerType: z.string(),
    industry: z.string(),
    landSize: z.number().nullable().meta({ description: "Hectares." }),
    cropTypes: z.string(),
    biocharApplications: z.string(),
    totalLifetimeValue: money,
    emailOptIn: z.boolean(),
    smsOptIn: z.boolean(),
    preferredContactMethod: z.string().nullable(),
    sustainabilityGoals: z.string(),
    carbomReductionTarget: z.number().nullable().meta({ description: "Percent." }),
    createdAt: instant,
  })
  .openapi("User", { examples: [userExample] });

export function restUser(user: UserView): z.infer<typeof userSchema> {
  return { ...user, totalLifetimeValue: penceToPounds(user.totalLifetimeValue) };
}

/** A user as staff see them. */
export const staffUserSchema = z
  // Not an extension of the user: the document would give it two parts, each refusing the other's fields.
  .strictObject({
    ...userSchema.shape,
    customerSegment: z.string().nullable(),
    leadScore: z.int().nullable(),
    acquisitionSource: z.string().nullable(),
    tags: z.string(),
    notes: z.string(),
    tradeList: z
      .string()
      .nullable()
      .meta({ description: "The code of the list whose prices they pay; null is everybody's prices." }),
    orderCount: z.int().min(0).meta({ description: "Paid orders." }),
    version: z
      .int()
      .meta({ description: "Send it back with a change to be refused when somebody was faster." }),
  })
  .openapi("StaffUser", { examples: [staffUserExample] });

export function restStaffUser(user: StaffUserView): z.infer<typeof staffUserSchema> {
  const { paidValue, twoFactor, ...shown } = user;
  return { ...shown, totalLifetimeValue: penceToPounds(user.totalLifetimeValue) };
}

/** A customer as shop staff see them. */
export const customerSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    companyName: z.string(),
    address: z.string(),
    city: z.string(),
    postcode: z.string(),
    country: z.string(),
    tradeList: z.string().nullable(),
  })
  .openapi("Customer", { examples: [customerExample] });
