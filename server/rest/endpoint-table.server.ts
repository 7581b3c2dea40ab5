import type { Endpoint } from "./endpoint.ts";
import {
  getCustomerOrders,
  getMyData,
  getOwnOrders,
  getResearchReport,
  getVerify,
  patchProfile,
  postChangePassword,
  postForgotPassword,
  postLogin,
  postRegister,
  postResetPassword,
} from "./endpoints/account.server.ts";
import { getAdminOrders, getFailedOrders, postAdminLogin } from "./endpoints/admin.server.ts";
import { getCurrentUser, postLogout } from "./endpoints/auth.server.ts";
import { postOrder } from "./endpoints/orders.server.ts";
import { postPaymentIntent } from "./endpoints/payments.server.ts";
import { getPayPalSetup, postPayPalCapture, postPayPalOrder } from "./endpoints/paypal.server.ts";
import { getProduct, getProducts } from "./endpoints/products.server.ts";

/** Every call of spec section 7 that the shop answers, in the spec's order. A new call is a new row. */
export const endpointTable: readonly Endpoint[] = [
  getProducts,
  getProduct,
  postPaymentIntent,
  postOrder,
  getCurrentUser,
  postRegister,
  postLogin,
  postLogout,
  patchProfile,
  postChangePassword,
  postForgotPassword,
  postResetPassword,
  getVerify,
  getOwnOrders,
  getResearchReport,
  getMyData,
  postAdminLogin,
  getAdminOrders,
  getFailedOrders,
  getCustomerOrders,
  getPayPalSetup,
  postPayPalOrder,
  postPayPalCapture,
];
