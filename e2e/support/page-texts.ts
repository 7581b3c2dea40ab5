import { DomUtils, parseDocument } from "htmlparser2";
import type { Viewer } from "./viewers.ts";

/** By viewer and address, the texts that must be on the page, in this order, without what scripts or clicks show later. */
export const expectedTexts: Partial<Record<Viewer, Record<string, string[]>>> = {
  visitor: {
    "/products": [
      "Our Products",
      "All Categories",
      "Name (A-Z) Name (Z-A) Price (Low to High) Price (High to Low)",
    ],
    "/products?search=nothing-is-called-this": ["No products found matching your criteria.", "Clear Filters"],
    "/products/premium-biochar": [
      "Back to Products",
      "Category: Soil Improvement",
      "£24.99",
      "In Stock (",
      "Add to Cart",
    ],
    "/products/no-such-thing": [
      "Product Not Found",
      "Sorry, we couldn't find the product you're looking for.",
      "Back to Products",
    ],
    "/no/such/page": ["404 Page Not Found", "app/routes.ts"],
    "/account": ["Access Denied", "Go to Login"],
    "/account/settings": ["Access Denied", "Go to Login"],
    "/customer-dashboard": ["Access Denied", "Go to Login"],
    "/checkout?before=anything-is-in-the-cart": [
      "Your Cart is Empty",
      "Add some products to your cart to continue with checkout.",
      "Continue Shopping",
    ],
    "/register?sent": [
      "Check Your Email",
      "If we did not know this address, your account is open",
      "If you have bought from us or had an account before, the email says how to get in.",
    ],
    "/forgot-password?sent": ["Check Your Email", "Try Different Email"],
    "/reset-password": ["Invalid reset link", "This password reset link is invalid or has expired."],
    "/verify-email": ["The verification link is invalid or has expired.", "Go to Login", "Contact us"],
    "/admin": ["Admin Access Required", "Go to Admin Login"],
    "/admin/login": ["Admin Login", "Email *", "Password *"],
    "/login": ["Login", "Username *", "Password *"],
  },
  shopper: {
    "/cart": [
      "Subtotal",
      "Shipping £4.99",
      "Total",
      "Proceed to Checkout",
      "Continue Shopping",
      "Clear cart",
    ],
    "/checkout": [
      "Premium Biochar Quantity: 1 £24.99",
      "Subtotal (inc. VAT) £24.99",
      "of which VAT £5.00",
      "Shipping £10.99",
      "Total (inc. VAT) £35.98",
      "Free UK shipping on orders over £45",
      "Customer Information First Name * Last Name * Email * Phone (optional)",
      "Billing Address Address * City * Postcode * Country",
      "Shipping address is the same as billing address",
      "Shipping Address",
      "Credit Card PayPal",
      "Please fill in all required fields above to continue with payment.",
    ],
  },
  customer: {
    "/admin/users": ["Access Denied", "You don't have permission to manage users."],
    "/shop-manager": ["Access Denied"],
    "/account": [
      "Welcome, Casey Customer",
      "Account Information",
      "customer@example.com Verified",
      "Research Access",
      "Download Research Report",
      "Coming Soon",
    ],
    "/account/settings?tab=profile": ["Profile Security Orders Support"],
    "/account/settings?tab=security": [
      "customer@example.com Verified",
      "Change Password",
      "Current Password *",
      "New Password *",
      "Confirm New Password *",
      "Sign out",
    ],
    "/account/settings?tab=support": [
      "Contact details",
      "Account ID",
      "Member since",
      "Research access Granted",
      "Download My Data",
    ],
    "/customer-dashboard": [
      "Total Orders",
      "completed",
      "Total Spent £",
      "Verified",
      "Research access granted",
      "My Orders Profile Settings",
      "View Details",
    ],
    "/customer-dashboard?tab=profile": ["Full Name *", "Email *", "Save Changes"],
  },
  administrator: {
    "/customer-dashboard": ["This area is for customers only"],
    "/admin?tab=reconciliation": ["Unmatched payments"],
    "/admin?tab=orders": [
      "Total Orders",
      "Total Revenue £",
      "Orders This Month",
      "Products",
      "Recent orders",
      "View Details",
    ],
    "/admin?tab=failed": ["Failed Orders", "updated"],
    "/admin?tab=customers": ["Newsletter subscribers"],
    "/admin?tab=analytics": [
      "Total Revenue £",
      "This Month £",
      "Average Order £",
      "Total Orders",
      "Completed",
      "Pending",
    ],
    "/admin?tab=products&search=wood+vinegar": [
      "Name Category Price Tax rate Stock Edit",
      "Wood Vinegar Plant Care £12.95 20% Out of Stock 4 people wait Edit",
      "VAT information 20%",
    ],
    "/admin/users?add=user": [
      "Name Email Username Role Customer type Lifetime value Status Created",
      "Edit User",
      "Reset Password Suspend User Delete User",
      "Name * Email *",
      "Username * Password * Role * Customer Packer Shop Manager Administrator Create User",
    ],
    "/admin/settings?tab=General": [
      "General Tax Shipping Payments Orders Customers Products",
      "Store name *",
      "Save Settings",
    ],
    "/admin/settings?tab=Shipping": ["Built-in rule in force", "Save Settings"],
    "/admin/settings?tab=Products&edit=1": [
      "Save Settings",
      "Picture",
      "PNG, JPG up to 5MB",
      "Regular price (£)",
      "Sale price (£)",
      "On sale",
      "Stock quantity",
      "5% 20%",
      "Bestseller",
      "New",
    ],
    "/shop-manager?new=order": [
      "Find a customer",
      "Name * Email * Phone Address *",
      "Add a product",
      "Cash Card Bank transfer Account",
      "Total (inc. VAT) £0.00",
    ],
  },
  manager: {
    "/shop-manager?tab=orders": ["Create Order", "Orders Customers Products", "View Details"],
    "/shop-manager?tab=products&search=premium": ["Premium Biochar", "in stock"],
    "/shop-manager?tab=customers&search=customer%40example.com": ["Casey Customer", "customer@example.com"],
  },
};

/** The tabs of the dashboard and the way to the settings: links of the navigation beside the page. */
const tabLabels = [
  "Orders",
  "Failed Orders",
  "Customers",
  "Users",
  "Products",
  "Analytics",
  "Store Settings",
];

/** The expected texts that are missing on the pages that a viewer read; a missing page counts as well. */
export function* missingTexts(
  viewer: Viewer,
  htmlOf: (path: string) => string | undefined,
): Generator<string> {
  if (viewer === "administrator")
    yield* missingIn(textOf("nav", htmlOf("/admin?tab=orders") ?? ""), tabLabels, "the dashboard");
  for (const [path, expected] of Object.entries(expectedTexts[viewer] ?? {}))
    yield* missingIn(textOf("main", htmlOf(path) ?? ""), expected, path);
}

function* missingIn(text: string, expected: readonly string[], page: string): Generator<string> {
  let from = 0;
  for (const part of expected) {
    const at = text.indexOf(part, from);
    if (at < 0) yield `${page} does not say “${part}”${text.includes(part) ? " in its place" : ""}`;
    else from = at + part.length;
  }
}

/** Separates the texts of different elements; React's comments inside a sentence do not separate. */
function textOf(part: "main" | "nav", html: string): string {
  const document = parseDocument(html.replace(/<!--.*?-->/gs, "").replaceAll("<", " <"));
  return DomUtils.getElementsByTagName(part, document.children)
    .map((element) => DomUtils.innerText(element))
    .join(" ")
    .replace(/\s+/g, " ");
}
