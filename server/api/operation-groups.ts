interface OperationGroup {
  name: string;
  description: string;
  /** The prefixes of the paths in the group. */
  paths: readonly string[];
}

/** The headings of the reference, in its order; an operation belongs to the first whose prefix matches. */
const operationGroups: readonly OperationGroup[] = [
  { name: "Products", description: "What the shop sells, for everybody to read.", paths: ["/api/products"] },
  {
    name: "Articles and community",
    description: "The blog and the community board.",
    paths: ["/api/blog-posts", "/api/community"],
  },
  {
    name: "Newsletter and contact",
    description: "Writing to the shop, and hearing from it.",
    paths: ["/api/newsletter", "/api/contact"],
  },
  {
    name: "Own account",
    description: "Signing in, and what a person may see and change of themselves.",
    paths: ["/api/auth/", "/api/orders/user", "/api/customer/", "/api/research/", "/api/account/"],
  },
  {
    name: "Paying and ordering",
    description: "Begin a payment, have it charged, place the order that it is for.",
    paths: ["/api/create-payment-intent", "/api/orders", "/paypal/"],
  },
  {
    name: "Shop counter",
    description: "Orders that staff take for customers.",
    paths: ["/api/shop/"],
  },
  {
    name: "Users",
    description: "The accounts of customers and staff.",
    paths: ["/api/admin/users"],
  },
  {
    name: "Administration",
    description: "Orders, figures, products, settings and keys, for those who run the shop.",
    paths: ["/api/admin/"],
  },
];

const OTHERS = { name: "This interface", description: "What describes the interface itself." };

/** Every heading, as OpenAPI's tags. */
export const operationTags = [...operationGroups, OTHERS].map(({ name, description }) => ({
  name,
  description,
}));

/** The heading of a path. */
export function groupOf(path: string): string {
  const group = operationGroups.find(({ paths }) => paths.some((beginning) => path.startsWith(beginning)));
  return (group ?? OTHERS).name;
}

const text = (example: string) => ({ type: "string" as const, examples: [example] });

/** The headers of responses, as OpenAPI components. */
export const headerComponents = {
  ETag: {
    description: "Names what was answered. Send it back as If-None-Match, or as If-Match with a change.",
    schema: text('"7ncRkfC785L4g9Dd8wy2_Tdhlev"'),
  },
  Link: {
    description: 'Where the list goes on, as `<address>; rel="next"`; missing on the last page.',
    schema: text('</api/products?limit=50&cursor=50>; rel="next"'),
  },
  ListComplete: {
    description: "`true` when this is the whole list, `false` when `Link` leads on.",
    schema: { ...text("true"), enum: ["true", "false"] },
  },
  IdempotencyReplayed: {
    description: "`true` on an answer that was given to the same Idempotency-Key before.",
    schema: text("true"),
  },
  RetryAfter: {
    description: "Seconds after which trying again makes sense.",
    schema: { type: "integer" as const, minimum: 1, examples: [30] },
  },
  WwwAuthenticate: {
    description: "How to come back: RFC 6750 says what was wrong with a key.",
    schema: text('Bearer realm="shop"'),
  },
  SetCookie: {
    description: "The session, or its end.",
    schema: text("session=…; Path=/; HttpOnly; SameSite=Lax"),
  },
  ContentDisposition: {
    description: "The name under which to keep the file.",
    schema: text('attachment; filename="research-report.pdf"'),
  },
};

/** The headers of requests, as OpenAPI components. */
export const parameterComponents = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header" as const,
    description: "The ETag of an earlier answer: 304 without a body while nothing changed.",
    schema: text('"7ncRkfC785L4g9Dd8wy2_Tdhlev"'),
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header" as const,
    description:
      "A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422.",
    schema: text("7b1d1a52-6d0e-4b57-9d1e-0a5b8f6c2d11"),
  },
  IfMatch: {
    name: "If-Match",
    in: "header" as const,
    description:
      "The ETag that a read or the last change gave: 409 when it is no longer so. Without it the last change wins.",
    schema: text('"7ncRkfC785L4g9Dd8wy2_Tdhlev"'),
  },
};
