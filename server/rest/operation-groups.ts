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
