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
import { getAdminOrders, getAdminStats, getFailedOrders, postAdminLogin } from "./endpoints/admin.server.ts";
import { getCurrentUser, postLogout } from "./endpoints/auth.server.ts";
import { getCommunity } from "./endpoints/community.server.ts";
import { postContact } from "./endpoints/contact.server.ts";
import { getBlogPosts } from "./endpoints/content.server.ts";
import { getSubscribers, postNewsletter } from "./endpoints/newsletter.server.ts";
import { postOrder } from "./endpoints/orders.server.ts";
import { postPaymentIntent } from "./endpoints/payments.server.ts";
import { getPayPalSetup, postPayPalCapture, postPayPalOrder } from "./endpoints/paypal.server.ts";
import { getProduct, getProducts, putAdminProduct } from "./endpoints/products.server.ts";
import { getAdminSettings, putAdminSettings } from "./endpoints/settings.server.ts";
import { getShopCustomers, getShopOrders, postShopOrder } from "./endpoints/shop.server.ts";
import {
  deleteAdminUser,
  getAdminUsers,
  postAdminUser,
  postAdminUserPasswordReset,
  putAdminUser,
  putAdminUserStatus,
  putAdminUserVerify,
} from "./endpoints/users.server.ts";

/** Every endpoint of the shop. A new endpoint is a new row. */
export const endpointTable: readonly Endpoint[] = [
  getProducts,
  getProduct,
  postNewsletter,
  postContact,
  getBlogPosts,
  getCommunity,
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
  getAdminUsers,
  postAdminUser,
  putAdminUser,
  deleteAdminUser,
  putAdminUserStatus,
  postAdminUserPasswordReset,
  putAdminUserVerify,
  getAdminOrders,
  getSubscribers,
  getFailedOrders,
  getAdminStats,
  getAdminSettings,
  putAdminSettings,
  putAdminProduct,
  getShopOrders,
  getShopCustomers,
  postShopOrder,
  getCustomerOrders,
  getPayPalSetup,
  postPayPalOrder,
  postPayPalCapture,
];
