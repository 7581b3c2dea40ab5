import { expect, it } from "vitest";
import { defaultSettings } from "./default-settings.ts";

it("the settings of a new shop are these", () => {
  expect(defaultSettings).toMatchObject({
    currency: "GBP",
    taxEnabled: true,
    taxRate: 0.2,
    taxLabel: "VAT",
    taxIncludedInPrices: false,
    shippingEnabled: true,
    freeShippingThreshold: 100,
    standardShippingCost: 9.99,
    expressShippingCost: 19.99,
    shippingCalculationType: "flat",
    paypalEnabled: true,
    braintreeEnabled: true,
    cashOnDeliveryEnabled: false,
    bankTransferEnabled: true,
    orderNumberPrefix: "OXB",
    orderStatusAfterPayment: "processing",
    autoCompleteOrders: false,
    customerRegistration: true,
    guestCheckout: true,
    customerAccountCreation: "automatic",
    stockManagement: true,
    lowStockThreshold: 5,
    hideOutOfStock: false,
    oneCardPerFamily: false,
    productReviews: true,
    openingHoursWeekdays: "9:00-17:00",
    openingHoursSaturday: "10:00-14:00",
    openingHoursSunday: "closed",
  });
});
