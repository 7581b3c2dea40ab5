import type { z } from "zod";
import { claimSentence } from "#server/batches/batch.ts";
import type { userEditSchema } from "#server/customers/users.schema.ts";
import { CARBON_METHOD, OWNERSHIP } from "#server/statements/carbon-method.ts";

/*
 * The reference's example of each shape in rest-shapes.ts: one small story, in which Gwen Guest of Ludlow buys
 * biochar. The contract's tests check each against its schema.
 */

const placedAt = "2026-03-02T12:05:00.000Z";

export const productExample = {
  id: 1,
  name: "Premium Biochar",
  slug: "premium-biochar",
  description: "Fine-grade biochar for beds, borders and pots.",
  price: 24.99,
  salePrice: null,
  onSale: false,
  category: "Soil Improvement",
  imageUrl: "/pictures/premium-biochar.jpg",
  stockQuantity: 140,
  isBestseller: true,
  isNew: false,
  taxRate: null,
  priceSteps: [{ minQuantity: 10, price: 21.5 }],
  family: "Premium Biochar",
  packLabel: "5 kg",
  gtin: "9506000134352",
  netGrams: 5000,
  packMillilitres: null,
  grossGrams: 5120,
  unitPrice: { amount: 4.998, per: "kg" },
  handling: "parcel",
  pictures: ["/pictures/premium-biochar.jpg"],
  documents: [],
};

export const adminProductExample = {
  ...productExample,
  isArchived: false,
  tradePriceSteps: [{ tradeList: "growers", minQuantity: 1, price: 20 }],
  bulkDensity: { gramsPerLitre: 250, measuredOn: "2026-11-02" },
  footprint: { lengthMillimetres: 400, widthMillimetres: 300 },
  mixedIntoSoil: true,
  packaging: { paper: 120 },
};

const { id, slug, category, pictures, documents, isArchived, tradePriceSteps, ...writable } =
  adminProductExample;

/** A change of it. */
export const productChangeExample = {
  ...writable,
  salePrice: "19.99",
  onSale: true,
  taxRate: 0.2,
  unitPrice: { per: "kg" as const },
};

export const tradeListExample = { code: "growers", name: "Growers", customers: 14, products: 3 };

export const blogPostExample = {
  id: 3,
  title: "Charging biochar before you dig it in",
  excerpt: "Fresh biochar is hungry. A fortnight in compost feeds it first.",
  imageUrl: "/pictures/charging-biochar.jpg",
  publishedAt: "2026-02-14T09:00:00.000Z",
  slug: "charging-biochar-before-you-dig-it-in",
};

export const analysisExample = {
  id: 3,
  laboratory: "Eurofins",
  analysedOn: "2026-11-10",
  organicCarbon: 81.2,
  hydrogenToCarbon: 0.34,
  ash: 8.5,
  water: 12,
  ph: 9.1,
  pah: 3.2,
  metals: { Pb: 1.5 },
  documentUrl: null,
};

export const batchExample = {
  code: "2026-03-A",
  product: { id: 1, name: "Premium Biochar", slug: "premium-biochar", gtin: null },
  madeOn: "2026-03-02",
  feedstock: "Hardwood forestry residues",
  feedstockOrigin: "Within 30 km",
  kilnCelsius: 560,
  kilogramsMade: 1250,
  status: "open" as const,
  isRecalled: false,
  creditStatus: "not_issued" as const,
  creditsIssuedTo: "",
  transportGramsPerKilogram: 40,
  certificationClass: "agro" as const,
  certificateNumber: "EX-2026-017",
  analyses: [analysisExample],
  links: { page: "/batches/2026-03-A", product: "/products/premium-biochar" },
};

export const batchRowExample = {
  id: 3,
  code: "2026-03-A",
  productId: 1,
  productName: "Premium Biochar",
  madeOn: "2026-03-02",
  kilogramsMade: 1250,
  kilogramsLeft: 940,
  kilogramsAllocated: 300,
  kilogramsWrittenOff: 10,
  status: "open" as const,
  analysedOn: "2026-03-20",
};

export const allocationExample = {
  id: 12,
  orderId: 4,
  invoiceNumber: "INV-1772445600000",
  quantity: 2,
  returnedQuantity: 0,
  kilograms: 10,
  allocatedAt: placedAt,
};

export const parcelExample = {
  id: 5,
  carrier: "Royal Mail",
  number: "AB123456789GB",
  grossGrams: 5350,
  lines: [{ productId: 1, quantity: 1, productName: "Premium Biochar" }],
  packedBy: "Mona Manager",
  dispatchedAt: placedAt,
};

export const withdrawalExample = {
  id: 7,
  submittedAt: placedAt,
  lines: [
    { productId: 1, productName: "Premium Biochar", quantity: 1, mixedIntoSoil: false, unsealed: false },
  ],
  reason: "Ordered twice",
  state: "open" as const,
  isLate: false,
  sendBackBy: "2026-03-16T23:59:59.999Z",
  goodsBackAt: null,
  refundBy: null,
};

const shopAddress = "https://shop.example";
const statementContext = [
  "https://www.w3.org/ns/credentials/v2",
  "https://www.w3.org/ns/credentials/undefined-terms/v2",
];

export const statementExample = {
  "@context": statementContext,
  id: "urn:uuid:2f0c6b0e-54d7-4e0c-8a36-0a7c1d1b9b7e",
  type: ["VerifiableCredential", "CarbonStatement"],
  issuer: { id: "did:web:shop.example", name: "Example Biochar" },
  validFrom: "2026-03-04T10:15:00Z",
  credentialStatus: {
    id: `${shopAddress}/statements/status/1#7`,
    type: "BitstringStatusListEntry" as const,
    statusPurpose: "revocation" as const,
    statusListIndex: "7",
    statusListCredential: `${shopAddress}/statements/status/1`,
  },
  credentialSubject: {
    invoiceNumber: "INV-1772453100000",
    leftOn: "2026-03-04",
    method: { ...CARBON_METHOD, sources: [...CARBON_METHOD.sources] },
    gramsStored: 18_373,
    ownership: OWNERSHIP,
    lines: [
      {
        product: "Premium Biochar",
        quantity: 2,
        batch: "2026-03-A",
        grams: 10_000,
        laboratory: "Eurofins",
        analysedOn: "2026-02-20",
        organicCarbonPercent: 80,
        waterPercent: 20,
        hydrogenToCarbon: 0.35,
        kilnCelsius: 550,
        percentAfter100Years: 80,
        gramsBound: 18_773,
        gramsOfTransport: 400,
        gramsStored: 18_373,
        claim: "not_issued" as const,
        claimSentence: claimSentence({ creditStatus: "not_issued", creditsIssuedTo: "" }),
      },
    ],
  },
  proof: {
    type: "DataIntegrityProof" as const,
    cryptosuite: "eddsa-jcs-2022" as const,
    created: "2026-03-04T10:15:00Z",
    verificationMethod: "did:web:shop.example#key-1",
    proofPurpose: "assertionMethod" as const,
    "@context": statementContext,
    proofValue: "z2Hs8ZGfgpbkdT…",
  },
};

export const orderExample = {
  id: 41,
  invoiceNumber: "INV-1772453100000",
  customerId: 12,
  customerName: "Gwen Guest",
  customerEmail: "gwen.guest@example.com",
  customerPhone: "01584 111 222",
  customerAddress: "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
  subtotal: 49.98,
  taxAmount: 10,
  shippingCost: 0,
  totalAmount: 49.98,
  currency: "GBP",
  status: "processing",
  paymentMethod: "stripe",
  createdAt: placedAt,
  items: [{ id: 77, productId: 1, productName: "Premium Biochar", quantity: 2, price: 24.99 }],
};

export const workedOrderExample = {
  ...orderExample,
  paid: 49.98,
  refunded: 24.99,
  toPay: 0,
  lines: [
    {
      lineId: 77,
      productId: 1,
      productName: "Premium Biochar",
      quantity: 2,
      cancelled: 0,
      left: 1,
      cameBack: 1,
      credited: 1,
      creditedAmount: 24.99,
      toSend: 1,
    },
  ],
};

export const failedOrderExample = {
  id: 5,
  customerName: "Gwen Guest",
  customerEmail: "gwen.guest@example.com",
  totalAmount: 49.98,
  currency: "GBP",
  paymentMethod: "stripe",
  errorMessage: "Your card was declined.",
  attemptedAt: placedAt,
  createdAt: "2026-03-02T12:01:00.000Z",
};

/** Every field of the user edit form. */
export const userEditExample = {
  name: "Gwen Guest",
  email: "gwen.guest@example.com",
  username: "gwen",
  phone: "01584 111 222",
  address: "1 Mill Lane",
  city: "Ludlow",
  postcode: "SY8 1AA",
  postalCode: "SY8 1AA",
  country: "United Kingdom",
  role: "customer",
  isVerified: true,
  hasResearchAccess: true,
  isActive: true,
  companyName: "Guest Farms Ltd",
  customerType: "agriculture",
  customerSegment: "wholesale",
  industry: "Arable",
  landSize: 120.5,
  cropTypes: "Wheat, barley",
  biocharApplications: "Soil improvement",
  leadScore: 80,
  totalLifetimeValue: 1250.5,
  acquisitionSource: "event",
  tags: "vip, autumn",
  notes: "Met at the Ludlow show.",
  emailOptIn: true,
  smsOptIn: false,
  preferredContactMethod: "phone",
  sustainabilityGoals: "Net zero by 2035",
  carbomReductionTarget: 40,
} satisfies z.input<typeof userEditSchema>;

const { customerSegment, leadScore, acquisitionSource, tags, notes, ...ownFields } = userEditExample;
const staffFields = { customerSegment, leadScore, acquisitionSource, tags, notes };

export const userExample = { id: 12, ...ownFields, createdAt: "2025-11-05T08:30:00.000Z" };

export const staffUserExample = {
  ...userExample,
  ...staffFields,
  tradeList: null,
  orderCount: 4,
  version: 7,
};

export const customerExample = {
  id: 12,
  name: "Gwen Guest",
  email: "gwen.guest@example.com",
  phone: "01584 111 222",
  companyName: "Guest Farms Ltd",
  address: "1 Mill Lane",
  city: "Ludlow",
  postcode: "SY8 1AA",
  country: "United Kingdom",
  tradeList: null,
};

export const subscriberExample = {
  id: 8,
  email: "rhea.reader@example.com",
  state: "confirmed",
  createdAt: "2026-01-20T18:12:00.000Z",
};

export const leaderboardEntryExample = {
  rank: 1,
  customerName: "GG, Ludlow",
  totalCO2Sequestered: 1240.5,
  achievements: ["earth-warrior", "carbon-saver", "eco-champion", "climate-hero"],
};

export const communityExample = {
  totalCO2Sequestered: 18250,
  dailyImpact: 50,
  totalOrders: 214,
  totalCustomers: 96,
  leaderboard: [leaderboardEntryExample],
  achievements: [
    {
      id: "earth-warrior",
      name: "Earth Warrior",
      description: "Placed a first order",
      icon: "sprout",
      requirement: 1,
      category: "orders",
      color: "green",
      holders: 96,
    },
  ],
};
