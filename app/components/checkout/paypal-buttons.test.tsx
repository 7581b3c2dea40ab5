import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { PayPalButtons, unlessDisabled } from "./paypal-buttons.tsx";

const props = { clientId: "id", amount: 1000, openOrder: vi.fn(), onPaid: vi.fn(), onProcessing: vi.fn() };

it("PayPal's buttons cannot be reached by keyboard either while the details are being changed", () => {
  expect(renderToStaticMarkup(<PayPalButtons {...props} disabled />)).toContain("inert");
  expect(renderToStaticMarkup(<PayPalButtons {...props} disabled={false} />)).not.toContain("inert");
});

it("a press that reaches PayPal's button all the same starts nothing", () => {
  const actions = { resolve: vi.fn(), reject: vi.fn() };
  unlessDisabled(true, actions);
  expect(actions.reject).toHaveBeenCalledTimes(1);
  expect(actions.resolve).not.toHaveBeenCalled();
  unlessDisabled(false, actions);
  expect(actions.resolve).toHaveBeenCalledTimes(1);
});
