import { type SettingGuide, shown } from "./setting-guide.ts";

export const ordersGuides: readonly SettingGuide[] = [
  {
    name: "orderStatusAfterPayment",
    label: "Order Status after Payment",
    kind: "choice",
    choices: [
      { value: "processing", label: "Processing" },
      { value: "completed", label: "Completed" },
      { value: "pending", label: "Pending" },
    ],
    changes: (values) =>
      values.autoCompleteOrders
        ? "Not used while orders complete by themselves."
        : `A paid order starts as “${values.orderStatusAfterPayment}”; one that is short of stock never as completed.`,
  },
  {
    name: "autoCompleteOrders",
    label: "Complete Orders by Themselves",
    kind: "switch",
    changes: ({ autoCompleteOrders, orderStatusAfterPayment }) =>
      autoCompleteOrders
        ? "Every paid order is completed at once, except one that is short of stock."
        : `A paid order stays “${orderStatusAfterPayment}” until staff move it on.`,
  },
  {
    name: "orderNotificationEmail",
    label: "Order Notification Email",
    kind: "email",
    changes: ({ orderNotificationEmail }) =>
      orderNotificationEmail.trim() === ""
        ? "Left empty, news of orders and of failed payments go to the store email."
        : `News of orders, failed payments and low stock go to ${orderNotificationEmail.trim()}.`,
  },
  {
    name: "orderNumberPrefix",
    label: "Invoice Number Prefix",
    kind: "text",
    changes: ({ orderNumberPrefix }) =>
      `VAT invoices of new orders are numbered like ${shown(orderNumberPrefix)}-000123, credit notes like ${shown(orderNumberPrefix)}-CN-000012. Old ones keep theirs.`,
  },
];
