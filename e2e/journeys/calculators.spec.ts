import { expect, test } from "playwright/test";
import { javaScriptIsOn, visit } from "../support/shop.ts";

test("a gardener sees what biochar offsets, works out what a bed needs and puts it into the cart @both", async ({
  page,
}) => {
  await visit(page, "/");
  const offset = page.getByRole("region", { name: "Carbon Offset Calculator" });
  if (javaScriptIsOn()) {
    const slider = offset.getByRole("slider", { name: "Biochar quantity" });
    await expect(slider).toHaveValue("100");
    await slider.press("ArrowRight");
    await slider.press("PageUp");
    await offset.getByRole("button", { name: "10 kg less" }).click();
    await expect(slider).toHaveValue("200");
  } else {
    await offset.getByLabel("Biochar quantity (kg)").fill("200");
  }
  await offset.getByRole("button", { name: "Calculate Carbon Offset" }).click();
  await expect(offset.getByText("720 kg")).toBeVisible();
  await expect(offset.getByText("6.0% of annual footprint")).toBeVisible();
  await expect(offset.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "6");
  await expect(offset.getByRole("listitem")).toHaveText([
    /by car\s*6,000 km/,
    /by short-haul flight\s*2,824 km/,
    /by train\s*17,561 km/,
    /by bus\s*6,857 km/,
    /by ferry\s*4,000 km/,
  ]);
  await expect(offset.getByText(/improved soil health.*sustainable British forestry/)).toBeVisible();
  await expect(offset.getByRole("link", { name: "Shop Biochar" })).toHaveAttribute("href", "/products");
  await offset.getByRole("link", { name: "Reset" }).click();
  const quantity = offset.getByLabel("Biochar quantity");
  await expect(quantity).toHaveValue("10");
  if (javaScriptIsOn()) await expect(quantity).toBeFocused();

  const rate = page.getByRole("region", { name: "How much do I need?" });
  await rate.getByLabel("Area (m²)").fill("2");
  await rate.getByLabel("Depth (cm)").fill("20");
  if (!javaScriptIsOn()) await rate.getByRole("button", { name: "Work it out" }).click();
  await expect(rate.getByRole("status").first()).toContainText("40 litres");
  const premium = rate.getByRole("listitem").filter({ hasText: "Premium Biochar" });
  await expect(premium).toContainText("2 × Premium Biochar");
  await expect(premium).toContainText("£49.98");
  await premium.getByRole("button", { name: "Add to Cart" }).click();
  if (javaScriptIsOn()) await expect(page.getByRole("dialog")).toContainText("£49.98");
  else {
    const notice = page.getByRole("status").filter({ hasText: "Added to your cart: Premium Biochar" });
    await expect(notice.getByRole("link", { name: "Proceed to Checkout" })).toBeVisible();
    await notice.getByRole("link", { name: "View your cart" }).click();
    await expect(page).toHaveURL(/\/cart$/);
  }
});
