import { expect, test } from "vitest";
import { contentSecurityPolicy } from "./security-headers.ts";

const options = {
  nonce: "abc",
  path: "/products",
  providers: ["stripe", "paypal"],
  development: false,
} as const;

test("scripts run only from the shop itself and with the nonce", () => {
  expect(contentSecurityPolicy(options)).toContain("script-src 'self' 'nonce-abc';");
});

test("Stripe is let in on the checkout page with real payments on", () => {
  const policy = contentSecurityPolicy({ ...options, path: "/checkout" });
  expect(policy).toContain("script-src 'self' 'nonce-abc' https://js.stripe.com");
  expect(policy).toContain("form-action 'self' https://checkout.stripe.com");
});

test.each([{ ...options }, { ...options, path: "/checkout", providers: [] }])(
  "Stripe is kept out of $path with real payments by $providers",
  (options) => {
    expect(contentSecurityPolicy(options)).not.toContain("stripe.com");
    expect(contentSecurityPolicy(options)).not.toContain("paypal");
  },
);

test("no other site may frame a page, give it a base, or have it load an object", () => {
  const policy = contentSecurityPolicy(options);
  for (const name of ["frame-ancestors", "base-uri", "object-src"]) {
    expect(policy.split("; ")).toContain(`${name} 'none'`);
  }
});

test("nothing weakens scripts or styles outside development", () => {
  const policy = contentSecurityPolicy(options);
  expect(policy).not.toContain("unsafe-eval");
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline|style-src(-elem)? [^;]*unsafe-inline/);
});

test("PayPal may be used in the checkout, its script with styles of its own", () => {
  const policy = contentSecurityPolicy({ ...options, path: "/checkout" });
  expect(policy).toContain("https://*.paypal.com https://*.paypalobjects.com; style-src");
  expect(policy).toMatch(/style-src-elem [^;]*'nonce-abc'/);
  expect(policy).toMatch(/form-action [^;]*https:\/\/\*\.paypal\.com/);
});
