export interface paths {
    "/api/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The products on sale
         * @description Anybody may call it; an API key needs `products.view`.
         */
        get: operations["getProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One product
         * @description Anybody may call it; an API key needs `products.view`.
         */
        get: operations["getProductsSlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One product with all that is edited of it, archived or not
         * @description Administrator, or an API key with `products.edit`.
         */
        get: operations["getAdminProductsId"];
        /**
         * Changes a product; what is left out stays. A picture may be its whole body. With If-Match, only while nobody has edited it since that ETag
         * @description Administrator, or an API key with `products.edit` and `products.view`.
         */
        put: operations["putAdminProductsId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/trade-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The lists of prices that customers carry, by name
         * @description Shop Manager or Administrator, or an API key with `customers.view`.
         */
        get: operations["getAdminTradeLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One batch: how it was made, what was measured of it, and whose carbon it is
         * @description Anybody may call it.
         */
        get: operations["getBatchesCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The batches, those that were made last first
         * @description Packer or Shop Manager or Administrator, or an API key with `batches.view`.
         */
        get: operations["getAdminBatches"];
        put?: never;
        /**
         * Enters what was made in one run; the same batch twice is one
         * @description Shop Manager or Administrator, or an API key with `batches.edit`.
         */
        post: operations["postAdminBatches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/batches/{code}/analyses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds what a laboratory measured of a batch; the same analysis twice is one
         * @description Shop Manager or Administrator, or an API key with `batches.edit`.
         */
        post: operations["postAdminBatchesCodeAnalyses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/batches/{code}/allocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which orders have what of a batch, the newest first
         * @description Packer or Shop Manager or Administrator, or an API key with `batches.view`.
         */
        get: operations["getAdminBatchesCodeAllocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/delivery-quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What it costs to bring products to a place
         * @description Anybody may call it.
         */
        get: operations["getDeliveryQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs an address up; it is pending until its owner confirms it
         * @description Anybody may call it.
         */
        post: operations["postNewsletter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletter/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a new code to an address that signed up; it works for 30 minutes
         * @description Anybody may call it.
         */
        post: operations["postNewsletterCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletter/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirms an address by the code that was mailed to it
         * @description Anybody may call it.
         */
        post: operations["postNewsletterConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends an enquiry to the store
         * @description Anybody may call it.
         */
        post: operations["postContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/blog-posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The published articles, newest first
         * @description Anybody may call it.
         */
        get: operations["getBlogPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/community": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The Community Impact Hub: totals, the leaderboard without names, achievements
         * @description Anybody may call it.
         */
        get: operations["getCommunity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Newsletter subscribers, the newest first; those who unsubscribed only when asked for
         * @description Shop Manager or Administrator, or an API key with `subscribers.view`.
         */
        get: operations["getAdminSubscribers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The store settings in force
         * @description Administrator, or an API key with `settings.view`.
         */
        get: operations["getAdminSettings"];
        /**
         * Saves store settings; what is left out stays. With If-Match, only while nobody has saved since that ETag
         * @description Administrator, or an API key with `settings.edit` and `settings.view`.
         */
        put: operations["putAdminSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/create-payment-intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begins a card payment; confirm it with Stripe, then post the order
         * @description Anybody may call it; an API key needs `orders.place`.
         */
        post: operations["postCreatePaymentIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Places the order that a payment is for; safe to send again
         * @description Anybody may call it; an API key needs `orders.place`.
         */
        post: operations["postOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shop/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All orders, the newest first, for those who sell in the shop
         * @description Shop Manager or Administrator, or an API key with `orders.view` and `orders.viewMoney` and `orders.create`.
         */
        get: operations["getShopOrders"];
        put?: never;
        /**
         * Takes an order for a customer; cash and card make it paid. With a retryKey it is safe to send again
         * @description Shop Manager or Administrator, or an API key with `orders.create` and `orders.view` and `orders.viewMoney`.
         */
        post: operations["postShopOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shop/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Customers by name, email or username, the newest first, with what a sale needs of them
         * @description Shop Manager or Administrator, or an API key with `customers.view` and `orders.create`.
         */
        get: operations["getShopCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{invoiceNumber}/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was cancelled of an order by its customer, the newest first
         * @description Anybody may call it.
         */
        get: operations["getOrdersInvoiceNumberWithdrawals"];
        put?: never;
        /**
         * Cancels an order or a part of it for its customer, and mails them; the same on one day is one
         * @description Anybody may call it.
         */
        post: operations["postOrdersInvoiceNumberWithdrawals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{invoiceNumber}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the biochar of an order stores, as a signed W3C Verifiable Credential
         * @description Anybody may call it.
         */
        get: operations["getOrdersInvoiceNumberStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed-in user
         * @description Whoever is signed in may call it; an API key may not.
         */
        get: operations["getAuthUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Opens an account and mails its verification link; answers alike when the address has an account
         * @description Anybody may call it.
         */
        post: operations["postAuthRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs a customer in by username or email; the answer sets the session cookie
         * @description Anybody may call it.
         */
        post: operations["postAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends the session
         * @description Anybody may call it.
         */
        post: operations["postAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes the named fields of one's profile; a new email waits until it is confirmed
         * @description Whoever is signed in may call it; an API key may not.
         */
        patch: operations["patchAuthProfile"];
        trace?: never;
    };
    "/api/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes one's password and signs the other devices out
         * @description Whoever is signed in may call it; an API key may not.
         */
        post: operations["postAuthChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks for a reset link; answers alike whether or not the address has an account
         * @description Anybody may call it.
         */
        post: operations["postAuthForgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets a new password with a mailed link's token, once
         * @description Anybody may call it.
         */
        post: operations["postAuthResetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verifies an address by its mailed link; the same link answers alike until it expires. Orders of the address, and a changed address, follow in a session of the account only
         * @description Anybody may call it.
         */
        get: operations["getAuthVerify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One's own orders, the newest first
         * @description Whoever is signed in may call it; an API key may not.
         */
        get: operations["getOrdersUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same, for the customer dashboard
         * @description Whoever is signed in may call it; an API key may not.
         */
        get: operations["getCustomerOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/research/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The research report, for people with a verified address and research access
         * @description Whoever is signed in may call it; an API key may not.
         */
        get: operations["getResearchDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything the shop holds about the signed-in person, as a file to keep
         * @description Whoever is signed in may call it; an API key may not.
         */
        get: operations["getAccountExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs staff in with email and password; the answer sets the session cookie
         * @description Anybody may call it.
         */
        post: operations["postAdminLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All orders, the newest first
         * @description Shop Manager or Administrator, or an API key with `orders.view` and `orders.viewMoney`.
         */
        get: operations["getAdminOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/failed-orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Checkouts whose payment failed and that are still open, the newest first
         * @description Shop Manager or Administrator, or an API key with `failedOrders.view`.
         */
        get: operations["getAdminFailedOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The figures of the dashboard's cards
         * @description Shop Manager or Administrator, or an API key with `reports.view`.
         */
        get: operations["getAdminStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/orders/{id}/parcels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent of an order, the first parcel first
         * @description Packer or Shop Manager or Administrator, or an API key with `orders.view`.
         */
        get: operations["getAdminOrdersIdParcels"];
        put?: never;
        /**
         * Sends a parcel of an order and mails the customer; the last one completes the order
         * @description Packer or Shop Manager or Administrator, or an API key with `orders.dispatch` and `orders.view`.
         */
        post: operations["postAdminOrdersIdParcels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All users, the newest first
         * @description Shop Manager or Administrator, or an API key with `users.view`.
         */
        get: operations["getAdminUsers"];
        put?: never;
        /**
         * Makes an account; only an administrator may make an administrator
         * @description Shop Manager or Administrator, or an API key with `users.create` and `users.view`.
         */
        post: operations["postAdminUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes a user; optional fields that are not named stay as they are
         * @description Administrator, or an API key with `users.edit` and `users.view`.
         */
        put: operations["putAdminUsersId"];
        post?: never;
        /**
         * Erases a user; orders stay, with the name and address of their invoices
         * @description Administrator, or an API key with `users.delete`.
         */
        delete: operations["deleteAdminUsersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Suspends a user, whose sessions end at once, or activates one
         * @description Administrator, or an API key with `users.edit` and `users.view`.
         */
        put: operations["putAdminUsersIdStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a user the link to a new password
         * @description Administrator, or an API key with `users.edit`.
         */
        post: operations["postAdminUsersIdResetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Verifies a user by hand, which brings research access
         * @description Administrator, or an API key with `users.edit` and `users.view`.
         */
        put: operations["putAdminUsersIdVerify"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paypal/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What PayPal's browser SDK begins with
         * @description Anybody may call it.
         */
        get: operations["getPaypalSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paypal/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begins a PayPal payment; its payer approves it, then it is captured
         * @description Anybody may call it; an API key needs `orders.place`.
         */
        post: operations["postPaypalOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paypal/order/{orderId}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes the money of an approved PayPal order and places the order; safe to send again
         * @description Anybody may call it; an API key needs `orders.place`.
         */
        post: operations["postPaypalOrderOrderIdCapture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description of the interface, as OpenAPI 3.1
         * @description Anybody may call it.
         */
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "id": 1,
         *       "name": "Premium Biochar",
         *       "slug": "premium-biochar",
         *       "description": "Fine-grade biochar for beds, borders and pots.",
         *       "price": 24.99,
         *       "salePrice": null,
         *       "onSale": false,
         *       "category": "Soil Improvement",
         *       "imageUrl": "/pictures/premium-biochar.jpg",
         *       "stockQuantity": 140,
         *       "isBestseller": true,
         *       "isNew": false,
         *       "taxRate": null,
         *       "priceSteps": [
         *         {
         *           "minQuantity": 10,
         *           "price": 21.5
         *         }
         *       ],
         *       "family": "Premium Biochar",
         *       "packLabel": "5 kg",
         *       "gtin": "9506000134352",
         *       "netGrams": 5000,
         *       "packMillilitres": null,
         *       "grossGrams": 5120,
         *       "unitPrice": {
         *         "amount": 4.998,
         *         "per": "kg"
         *       },
         *       "handling": "parcel",
         *       "pictures": [
         *         "/pictures/premium-biochar.jpg"
         *       ],
         *       "documents": []
         *     }
         */
        Product: {
            id: number;
            name: string;
            slug: string;
            description: string;
            /** @description The regular price in the shop's currency. */
            price: number;
            /** @description In the shop's currency, charged while onSale; null when there is none. */
            salePrice: number | null;
            onSale: boolean;
            category: string;
            imageUrl: string;
            /** @description What can be sold now. */
            stockQuantity: number;
            isBestseller: boolean;
            isNew: boolean;
            /** @description A fraction, such as 0.2; null means the store's rate. */
            taxRate: number | null;
            /** @description What a unit costs from a quantity on, for whoever asks; the lowest of these and the price now is charged. */
            priceSteps: {
                minQuantity: number;
                /** @description In the shop's currency, at most two decimals. */
                price: number;
            }[];
            /** @description The family of packs that it is one of: one thing in several sizes. */
            family: string | null;
            /** @description What tells it from the others of its family, such as 5 kg. */
            packLabel: string | null;
            /** @description Its Global Trade Item Number: 8, 12, 13 or 14 digits; null where it has none. */
            gtin: string | null;
            /** @description What is in a pack; null where nobody has said. */
            netGrams: number | null;
            /** @description What is in a pack; null where nobody has said. */
            packMillilitres: number | null;
            /** @description A pack with all that is around it. */
            grossGrams: number | null;
            /** @description What a measure costs at the price now; null where none is told. */
            unitPrice: {
                /** @description In the shop's currency, with as many decimals as it takes for this times what is in a pack to be the price to within half a penny. */
                amount: number;
                /** @enum {string} */
                per: "kg" | "l" | "m3";
            } | null;
            /**
             * @description How a pack travels.
             * @enum {string}
             */
            handling: "parcel" | "pallet" | "bulk_bag";
            /** @description Addresses in their order; the first is imageUrl. */
            pictures: string[];
            documents: {
                /** @enum {string} */
                type: "safety_data_sheet" | "guide" | "certificate";
                title: string;
                /**
                 * Format: date
                 * @description The day that it bears.
                 */
                date: string | null;
                /** @description Where the PDF is. */
                url: string;
            }[];
        };
        Refusal: {
            /** @description What went wrong, for a person. */
            message: string;
            /**
             * @description What went wrong, for a program.
             * @enum {string}
             */
            code: "bad_request" | "unauthenticated" | "two_factor_required" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "out_of_stock" | "payment_failed" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "rate_limited" | "unavailable" | "internal_error";
            /** @description The fields at fault, each with its messages. Nested fields read `items.0.quantity`. */
            fields?: {
                [key: string]: string[];
            };
            /** @description In the shop's currency, on a 409: what the shop would charge. */
            expected?: number;
            /** @description On a 409: a payment has gone through already. */
            alreadyPaid?: boolean;
            /** @description On a 409: the payment that has gone through. */
            paymentIntentId?: string;
            /** @description On a 402 of PayPal's: the payer may approve the same order once more. */
            restart?: boolean;
            /** @description On a 500: names the request in the shop's log. */
            requestId?: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "Premium Biochar",
         *       "slug": "premium-biochar",
         *       "description": "Fine-grade biochar for beds, borders and pots.",
         *       "price": 24.99,
         *       "salePrice": null,
         *       "onSale": false,
         *       "category": "Soil Improvement",
         *       "imageUrl": "/pictures/premium-biochar.jpg",
         *       "stockQuantity": 140,
         *       "isBestseller": true,
         *       "isNew": false,
         *       "taxRate": null,
         *       "priceSteps": [
         *         {
         *           "minQuantity": 10,
         *           "price": 21.5
         *         }
         *       ],
         *       "family": "Premium Biochar",
         *       "packLabel": "5 kg",
         *       "gtin": "9506000134352",
         *       "netGrams": 5000,
         *       "packMillilitres": null,
         *       "grossGrams": 5120,
         *       "unitPrice": {
         *         "amount": 4.998,
         *         "per": "kg"
         *       },
         *       "handling": "parcel",
         *       "pictures": [
         *         "/pictures/premium-biochar.jpg"
         *       ],
         *       "documents": [],
         *       "isArchived": false,
         *       "tradePriceSteps": [
         *         {
         *           "tradeList": "growers",
         *           "minQuantity": 1,
         *           "price": 20
         *         }
         *       ],
         *       "bulkDensity": {
         *         "gramsPerLitre": 250,
         *         "measuredOn": "2026-11-02"
         *       },
         *       "footprint": {
         *         "lengthMillimetres": 400,
         *         "widthMillimetres": 300
         *       },
         *       "mixedIntoSoil": true,
         *       "packaging": {
         *         "paper": 120
         *       }
         *     }
         */
        AdminProduct: {
            id: number;
            name: string;
            slug: string;
            description: string;
            /** @description The regular price in the shop's currency. */
            price: number;
            /** @description In the shop's currency, charged while onSale; null when there is none. */
            salePrice: number | null;
            onSale: boolean;
            category: string;
            imageUrl: string;
            /** @description What can be sold now. */
            stockQuantity: number;
            isBestseller: boolean;
            isNew: boolean;
            /** @description A fraction, such as 0.2; null means the store's rate. */
            taxRate: number | null;
            /** @description What a unit costs from a quantity on, for whoever asks; the lowest of these and the price now is charged. */
            priceSteps: {
                minQuantity: number;
                /** @description In the shop's currency, at most two decimals. */
                price: number;
            }[];
            /** @description The family of packs that it is one of: one thing in several sizes. */
            family: string | null;
            /** @description What tells it from the others of its family, such as 5 kg. */
            packLabel: string | null;
            /** @description Its Global Trade Item Number: 8, 12, 13 or 14 digits; null where it has none. */
            gtin: string | null;
            /** @description What is in a pack; null where nobody has said. */
            netGrams: number | null;
            /** @description What is in a pack; null where nobody has said. */
            packMillilitres: number | null;
            /** @description A pack with all that is around it. */
            grossGrams: number | null;
            /** @description What a measure costs at the price now; null where none is told. */
            unitPrice: {
                /** @description In the shop's currency, with as many decimals as it takes for this times what is in a pack to be the price to within half a penny. */
                amount: number;
                /** @enum {string} */
                per: "kg" | "l" | "m3";
            } | null;
            /**
             * @description How a pack travels.
             * @enum {string}
             */
            handling: "parcel" | "pallet" | "bulk_bag";
            /** @description Addresses in their order; the first is imageUrl. */
            pictures: string[];
            documents: {
                /** @enum {string} */
                type: "safety_data_sheet" | "guide" | "certificate";
                title: string;
                /**
                 * Format: date
                 * @description The day that it bears.
                 */
                date: string | null;
                /** @description Where the PDF is. */
                url: string;
            }[];
            /** @description It is no longer sold; nobody else is shown it. */
            isArchived: boolean;
            /** @description What a unit costs customers with a trade list, from a quantity on. */
            tradePriceSteps: {
                tradeList: string;
                minQuantity: number;
                /** @description In the shop's currency, at most two decimals. */
                price: number;
            }[];
            /** @description As it was measured; null where nobody has. */
            bulkDensity: {
                gramsPerLitre: number;
                /** Format: date */
                measuredOn: string | null;
            } | null;
            /** @description The floor that a pack takes. */
            footprint: {
                lengthMillimetres: number;
                widthMillimetres: number;
            } | null;
            /** @description Whether the application-rate calculator offers it. */
            mixedIntoSoil: boolean;
            /** @description Grams around one unit by material; what is left out is none. */
            packaging: {
                paper?: number;
                plastic?: number;
                wovenPlastic?: number;
                wood?: number;
                glass?: number;
                metal?: number;
            };
        };
        /**
         * @example {
         *       "code": "growers",
         *       "name": "Growers",
         *       "customers": 14,
         *       "products": 3
         *     }
         */
        TradeList: {
            /** @description As prices and users name it; it never changes. */
            code: string;
            name: string;
            /** @description How many accounts carry it. */
            customers: number;
            /** @description How many products have a price for it. */
            products: number;
        };
        /**
         * @example {
         *       "code": "2026-03-A",
         *       "product": {
         *         "id": 1,
         *         "name": "Premium Biochar",
         *         "slug": "premium-biochar",
         *         "gtin": null
         *       },
         *       "madeOn": "2026-03-02",
         *       "feedstock": "Hardwood forestry residues",
         *       "feedstockOrigin": "Within 30 km",
         *       "kilnCelsius": 560,
         *       "kilogramsMade": 1250,
         *       "status": "open",
         *       "isRecalled": false,
         *       "creditStatus": "not_issued",
         *       "creditsIssuedTo": "",
         *       "transportGramsPerKilogram": 40,
         *       "certificationClass": "agro",
         *       "certificateNumber": "EX-2026-017",
         *       "analyses": [
         *         {
         *           "id": 3,
         *           "laboratory": "Eurofins",
         *           "analysedOn": "2026-11-10",
         *           "organicCarbon": 81.2,
         *           "hydrogenToCarbon": 0.34,
         *           "ash": 8.5,
         *           "water": 12,
         *           "ph": 9.1,
         *           "pah": 3.2,
         *           "metals": {
         *             "Pb": 1.5
         *           },
         *           "documentUrl": null
         *         }
         *       ],
         *       "links": {
         *         "page": "/batches/2026-03-A",
         *         "product": "/products/premium-biochar"
         *       }
         *     }
         */
        Batch: {
            code: string;
            product: {
                id: number;
                name: string;
                slug: string;
                gtin: string | null;
            };
            /** Format: date */
            madeOn: string;
            feedstock: string;
            feedstockOrigin: string;
            kilnCelsius: number;
            kilogramsMade: number;
            /** @enum {string} */
            status: "open" | "quarantined" | "sold_out";
            /** @description In quarantine, and whoever bought some was told. */
            isRecalled: boolean;
            /** @enum {string} */
            creditStatus: "issued" | "not_issued" | "not_assessed";
            creditsIssuedTo: string;
            /** @description Grams of CO2 per kilogram, as stated; null where nothing is. */
            transportGramsPerKilogram: number | null;
            /**
             * @description Of the European Biochar Certificate; `none` for what is not certified.
             * @enum {string}
             */
            certificationClass: "none" | "feed_plus" | "feed" | "agro_organic" | "agro" | "urban" | "consumer_materials" | "basic_materials";
            /** @description Under which the certifier lists it; empty where nobody has said. */
            certificateNumber: string;
            /** @description The newest first: it counts. */
            analyses: components["schemas"]["BatchAnalysis"][];
            links: {
                /** @description What its label leads to. */
                page: string;
                product: string;
            };
        };
        /**
         * @example {
         *       "id": 3,
         *       "laboratory": "Eurofins",
         *       "analysedOn": "2026-11-10",
         *       "organicCarbon": 81.2,
         *       "hydrogenToCarbon": 0.34,
         *       "ash": 8.5,
         *       "water": 12,
         *       "ph": 9.1,
         *       "pah": 3.2,
         *       "metals": {
         *         "Pb": 1.5
         *       },
         *       "documentUrl": null
         *     }
         */
        BatchAnalysis: {
            id: number;
            laboratory: string;
            /** Format: date */
            analysedOn: string;
            /** @description Percent of the dry matter. */
            organicCarbon: number;
            /** @description Molar H/Corg; null where it was not measured. */
            hydrogenToCarbon: number | null;
            /** @description Percent of the dry matter. */
            ash: number | null;
            /** @description Percent of the product as it is sold. */
            water: number | null;
            /** @description As measured. */
            ph: number | null;
            /** @description The sum of the 16 PAH of the EPA, in mg/kg of dry matter. */
            pah: number | null;
            /** @description In mg/kg of dry matter. */
            metals: {
                Pb?: number;
                Cd?: number;
                Cu?: number;
                Ni?: number;
                Hg?: number;
                Zn?: number;
                Cr?: number;
                As?: number;
            };
            /** @description Where the laboratory's report is, as a PDF. */
            documentUrl: string | null;
        };
        /**
         * @example {
         *       "id": 3,
         *       "title": "Charging biochar before you dig it in",
         *       "excerpt": "Fresh biochar is hungry. A fortnight in compost feeds it first.",
         *       "imageUrl": "/pictures/charging-biochar.jpg",
         *       "publishedAt": "2026-02-14T09:00:00.000Z",
         *       "slug": "charging-biochar-before-you-dig-it-in"
         *     }
         */
        BlogPost: {
            id: number;
            title: string;
            excerpt: string;
            imageUrl: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            publishedAt: string;
            slug: string;
        };
        /**
         * @example {
         *       "totalCO2Sequestered": 18250,
         *       "dailyImpact": 50,
         *       "totalOrders": 214,
         *       "totalCustomers": 96,
         *       "leaderboard": [
         *         {
         *           "rank": 1,
         *           "customerName": "GG, Ludlow",
         *           "totalCO2Sequestered": 1240.5,
         *           "achievements": [
         *             "earth-warrior",
         *             "carbon-saver",
         *             "eco-champion",
         *             "climate-hero"
         *           ]
         *         }
         *       ],
         *       "achievements": [
         *         {
         *           "id": "earth-warrior",
         *           "name": "Earth Warrior",
         *           "description": "Placed a first order",
         *           "icon": "sprout",
         *           "requirement": 1,
         *           "category": "orders",
         *           "color": "green",
         *           "holders": 96
         *         }
         *       ]
         *     }
         */
        Community: {
            /** @description Kilograms, to one decimal. */
            totalCO2Sequestered: number;
            /** @description The total ÷ 365, in kilograms to one decimal. */
            dailyImpact: number;
            /** @description Paid orders, without those cancelled or given back whole. */
            totalOrders: number;
            totalCustomers: number;
            leaderboard: components["schemas"]["LeaderboardEntry"][];
            achievements: {
                /** @enum {string} */
                id: "earth-warrior" | "carbon-saver" | "eco-champion" | "climate-hero" | "earth-guardian" | "loyal-supporter" | "green-champion";
                name: string;
                description: string;
                icon: string;
                /** @description Orders, or kilograms of CO2. */
                requirement: number;
                /** @enum {string} */
                category: "orders" | "co2";
                color: string;
                /** @description How many customers have it. */
                holders: number;
            }[];
        };
        /**
         * @example {
         *       "rank": 1,
         *       "customerName": "GG, Ludlow",
         *       "totalCO2Sequestered": 1240.5,
         *       "achievements": [
         *         "earth-warrior",
         *         "carbon-saver",
         *         "eco-champion",
         *         "climate-hero"
         *       ]
         *     }
         */
        LeaderboardEntry: {
            rank: number;
            /** @description Initials and a locality, never a name or an address. */
            customerName: string;
            /** @description Kilograms, to one decimal: the pounds spent × 0.36; what was spent in another currency counts at the rate of its order. */
            totalCO2Sequestered: number;
            achievements: ("earth-warrior" | "carbon-saver" | "eco-champion" | "climate-hero" | "earth-guardian" | "loyal-supporter" | "green-champion")[];
        };
        /**
         * @example {
         *       "id": 8,
         *       "email": "rhea.reader@example.com",
         *       "state": "confirmed",
         *       "createdAt": "2026-01-20T18:12:00.000Z"
         *     }
         */
        Subscriber: {
            id: number;
            email: string;
            /** @enum {string} */
            state: "pending" | "confirmed" | "unsubscribed";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            createdAt: string;
        };
        /**
         * @example {
         *       "id": 41,
         *       "invoiceNumber": "INV-1772453100000",
         *       "customerId": 12,
         *       "customerName": "Gwen Guest",
         *       "customerEmail": "gwen.guest@example.com",
         *       "customerPhone": "01584 111 222",
         *       "customerAddress": "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
         *       "subtotal": 49.98,
         *       "taxAmount": 10,
         *       "shippingCost": 0,
         *       "totalAmount": 49.98,
         *       "currency": "GBP",
         *       "status": "processing",
         *       "paymentMethod": "stripe",
         *       "createdAt": "2026-03-02T12:05:00.000Z",
         *       "items": [
         *         {
         *           "id": 77,
         *           "productId": 1,
         *           "productName": "Premium Biochar",
         *           "quantity": 2,
         *           "price": 24.99
         *         }
         *       ]
         *     }
         */
        Order: {
            id: number;
            invoiceNumber: string;
            customerId: number | null;
            customerName: string;
            customerEmail: string;
            customerPhone: string;
            customerAddress: string;
            /** @description In `currency`, at most two decimals. */
            subtotal: number;
            /** @description In `currency`, at most two decimals. */
            taxAmount: number;
            /** @description In `currency`, at most two decimals. */
            shippingCost: number;
            /** @description In `currency`, at most two decimals. */
            totalAmount: number;
            /**
             * @description Of all its amounts: the shop's when it was placed.
             * @enum {string}
             */
            currency: "GBP" | "EUR" | "USD";
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "cancelled";
            /** @enum {string} */
            paymentMethod: "stripe" | "paypal" | "cash" | "card" | "bank_transfer" | "account";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            createdAt: string;
            /** @description As its buyer chose and paid it; missing where there was no choice. */
            delivery?: {
                id: string;
                label: string;
                /** @description In `currency`, at most two decimals. */
                price: number;
                /** @description What a carrier takes: 1 bulk bag, 2 parcels. */
                loads?: string;
                /**
                 * Format: date-time
                 * @description When its half hour of collection begins.
                 */
                collectedAt?: string;
            };
            /**
             * Format: date-time
             * @description Once it went out: until when it can be cancelled at least, the end of the fourteenth day after.
             */
            cancelBy?: string;
            items: {
                id: number;
                productId: number;
                productName: string;
                quantity: number;
                /** @description Of one unit, in `currency`. */
                price: number;
            }[];
        };
        /**
         * @example {
         *       "id": 12,
         *       "name": "Gwen Guest",
         *       "email": "gwen.guest@example.com",
         *       "phone": "01584 111 222",
         *       "companyName": "Guest Farms Ltd",
         *       "address": "1 Mill Lane",
         *       "city": "Ludlow",
         *       "postcode": "SY8 1AA",
         *       "country": "United Kingdom",
         *       "tradeList": null
         *     }
         */
        Customer: {
            id: number;
            name: string;
            email: string;
            phone: string;
            companyName: string;
            address: string;
            city: string;
            postcode: string;
            country: string;
            tradeList: string | null;
        };
        /**
         * @example {
         *       "id": 7,
         *       "submittedAt": "2026-03-02T12:05:00.000Z",
         *       "lines": [
         *         {
         *           "productId": 1,
         *           "productName": "Premium Biochar",
         *           "quantity": 1,
         *           "mixedIntoSoil": false,
         *           "unsealed": false
         *         }
         *       ],
         *       "reason": "Ordered twice",
         *       "state": "open",
         *       "isLate": false,
         *       "sendBackBy": "2026-03-16T23:59:59.999Z",
         *       "goodsBackAt": null,
         *       "refundBy": null
         *     }
         */
        Withdrawal: {
            id: number;
            /**
             * Format: date-time
             * @description When it reached the shop, ISO 8601 in UTC.
             */
            submittedAt: string;
            lines: {
                productId: number;
                quantity: number;
                productName: string;
                mixedIntoSoil: boolean;
                unsealed: boolean;
            }[];
            reason: string;
            /**
             * @description Open until its money has gone back, or staff closed it without.
             * @enum {string}
             */
            state: "open" | "refunded" | "closed";
            /** @description It came after the 14 days that the shop can count: staff decide. */
            isLate: boolean;
            /**
             * Format: date-time
             * @description Until when the goods have to be sent back; null where none went out.
             */
            sendBackBy: string | null;
            /**
             * Format: date-time
             * @description When they, or proof of sending, were here.
             */
            goodsBackAt: string | null;
            /**
             * Format: date-time
             * @description Until when the money has to go back; null while that waits for the goods, and once settled.
             */
            refundBy: string | null;
        };
        /**
         * @example {
         *       "@context": [
         *         "https://www.w3.org/ns/credentials/v2",
         *         "https://www.w3.org/ns/credentials/undefined-terms/v2"
         *       ],
         *       "id": "urn:uuid:2f0c6b0e-54d7-4e0c-8a36-0a7c1d1b9b7e",
         *       "type": [
         *         "VerifiableCredential",
         *         "CarbonStatement"
         *       ],
         *       "issuer": {
         *         "id": "did:web:shop.example",
         *         "name": "Example Biochar"
         *       },
         *       "validFrom": "2026-03-04T10:15:00Z",
         *       "credentialStatus": {
         *         "id": "https://shop.example/statements/status/1#7",
         *         "type": "BitstringStatusListEntry",
         *         "statusPurpose": "revocation",
         *         "statusListIndex": "7",
         *         "statusListCredential": "https://shop.example/statements/status/1"
         *       },
         *       "credentialSubject": {
         *         "invoiceNumber": "INV-1772453100000",
         *         "leftOn": "2026-03-04",
         *         "method": {
         *           "name": "Carbon of biochar that stays for 100 years (IPCC 2019)",
         *           "version": "1",
         *           "formula": "kilograms × (1 − water) × organic carbon × share after 100 years × 44/12 − stated transport, rounded down to grams of CO2",
         *           "sources": [
         *             "IPCC 2019 Refinement, volume 4, chapter 2, appendix 4, table 4AP.2: share of biochar carbon that stays for 100 years, by temperature",
         *             "European Biochar Certificate: biochar has a molar H/Corg of at most 0.7"
         *           ]
         *         },
         *         "gramsStored": 18373,
         *         "ownership": "This statement says what was measured and reckoned. It is no carbon credit, cannot be traded, and offsets nothing by itself.",
         *         "lines": [
         *           {
         *             "product": "Premium Biochar",
         *             "quantity": 2,
         *             "batch": "2026-03-A",
         *             "grams": 10000,
         *             "laboratory": "Eurofins",
         *             "analysedOn": "2026-02-20",
         *             "organicCarbonPercent": 80,
         *             "waterPercent": 20,
         *             "hydrogenToCarbon": 0.35,
         *             "kilnCelsius": 550,
         *             "percentAfter100Years": 80,
         *             "gramsBound": 18773,
         *             "gramsOfTransport": 400,
         *             "gramsStored": 18373,
         *             "claim": "not_issued",
         *             "claimSentence": "No credits were issued for this batch: nobody else has been given its removal to claim."
         *           }
         *         ]
         *       },
         *       "proof": {
         *         "type": "DataIntegrityProof",
         *         "cryptosuite": "eddsa-jcs-2022",
         *         "created": "2026-03-04T10:15:00Z",
         *         "verificationMethod": "did:web:shop.example#key-1",
         *         "proofPurpose": "assertionMethod",
         *         "@context": [
         *           "https://www.w3.org/ns/credentials/v2",
         *           "https://www.w3.org/ns/credentials/undefined-terms/v2"
         *         ],
         *         "proofValue": "z2Hs8ZGfgpbkdT…"
         *       }
         *     }
         */
        CarbonStatement: {
            "@context": string[];
            id: string;
            type: string[];
            issuer: {
                id: string;
                name: string;
            };
            /** @description When it was issued, ISO 8601 in UTC. */
            validFrom: string;
            credentialStatus: {
                id: string;
                /** @enum {string} */
                type: "BitstringStatusListEntry";
                /** @enum {string} */
                statusPurpose: "revocation";
                statusListIndex: string;
                /** @description Where it says which statements are revoked. */
                statusListCredential: string;
            };
            credentialSubject: {
                invoiceNumber: string;
                leftOn: string;
                method: {
                    name: string;
                    version: string;
                    formula: string;
                    sources: string[];
                };
                gramsStored: number;
                ownership: string;
                lines: ({
                    product: string;
                    quantity: number;
                    batch: string;
                    grams: number;
                    laboratory: string;
                    analysedOn: string;
                    organicCarbonPercent: number;
                    waterPercent: number;
                    hydrogenToCarbon: number | null;
                    kilnCelsius: number;
                    percentAfter100Years: number;
                    gramsBound: number;
                    gramsOfTransport: number | null;
                    gramsStored: number;
                    /** @enum {string} */
                    claim: "issued" | "not_issued" | "not_assessed";
                    claimSentence: string;
                } | {
                    product: string;
                    quantity: number;
                    batch: string | null;
                    notMeasured: string;
                })[];
            };
            proof: {
                /** @enum {string} */
                type: "DataIntegrityProof";
                /** @enum {string} */
                cryptosuite: "eddsa-jcs-2022";
                created: string;
                verificationMethod: string;
                /** @enum {string} */
                proofPurpose: "assertionMethod";
                "@context": string[];
                proofValue: string;
            };
        };
        /**
         * @example {
         *       "id": 12,
         *       "name": "Gwen Guest",
         *       "email": "gwen.guest@example.com",
         *       "username": "gwen",
         *       "phone": "01584 111 222",
         *       "address": "1 Mill Lane",
         *       "city": "Ludlow",
         *       "postcode": "SY8 1AA",
         *       "postalCode": "SY8 1AA",
         *       "country": "United Kingdom",
         *       "role": "customer",
         *       "isVerified": true,
         *       "hasResearchAccess": true,
         *       "isActive": true,
         *       "companyName": "Guest Farms Ltd",
         *       "customerType": "agriculture",
         *       "industry": "Arable",
         *       "landSize": 120.5,
         *       "cropTypes": "Wheat, barley",
         *       "biocharApplications": "Soil improvement",
         *       "totalLifetimeValue": 1250.5,
         *       "emailOptIn": true,
         *       "smsOptIn": false,
         *       "preferredContactMethod": "phone",
         *       "sustainabilityGoals": "Net zero by 2035",
         *       "carbomReductionTarget": 40,
         *       "createdAt": "2025-11-05T08:30:00.000Z"
         *     }
         */
        User: {
            id: number;
            name: string;
            email: string;
            username: string;
            phone: string;
            address: string;
            city: string;
            postcode: string;
            /** @description The same as postcode. */
            postalCode: string;
            country: string;
            /** @enum {string} */
            role: "customer" | "packer" | "shop_manager" | "administrator";
            isVerified: boolean;
            hasResearchAccess: boolean;
            isActive: boolean;
            companyName: string;
            customerType: string;
            industry: string;
            /** @description Hectares. */
            landSize: number | null;
            cropTypes: string;
            biocharApplications: string;
            /** @description In the shop's currency, at most two decimals. */
            totalLifetimeValue: number;
            emailOptIn: boolean;
            smsOptIn: boolean;
            preferredContactMethod: string | null;
            sustainabilityGoals: string;
            /** @description Percent. */
            carbomReductionTarget: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            createdAt: string;
        };
        /**
         * @example {
         *       "id": 5,
         *       "customerName": "Gwen Guest",
         *       "customerEmail": "gwen.guest@example.com",
         *       "totalAmount": 49.98,
         *       "currency": "GBP",
         *       "paymentMethod": "stripe",
         *       "errorMessage": "Your card was declined.",
         *       "attemptedAt": "2026-03-02T12:05:00.000Z",
         *       "createdAt": "2026-03-02T12:01:00.000Z"
         *     }
         */
        FailedOrder: {
            id: number;
            customerName: string;
            customerEmail: string;
            /** @description In `currency`, at most two decimals. */
            totalAmount: number;
            /** @description ISO 4217. */
            currency: string;
            /** @enum {string} */
            paymentMethod: "stripe" | "paypal";
            /** @description Why the last attempt failed, in plain words. */
            errorMessage: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            attemptedAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            createdAt: string;
        };
        /**
         * @example {
         *       "id": 5,
         *       "carrier": "Royal Mail",
         *       "number": "AB123456789GB",
         *       "grossGrams": 5350,
         *       "lines": [
         *         {
         *           "productId": 1,
         *           "quantity": 1,
         *           "productName": "Premium Biochar"
         *         }
         *       ],
         *       "packedBy": "Mona Manager",
         *       "dispatchedAt": "2026-03-02T12:05:00.000Z"
         *     }
         */
        Parcel: {
            id: number;
            carrier: string;
            /** @description The carrier's tracking number. */
            number: string;
            /** @description With its packaging; null where nobody weighed it. */
            grossGrams: number | null;
            lines: {
                productId: number;
                quantity: number;
                productName: string;
            }[];
            packedBy: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            dispatchedAt: string;
        };
        /**
         * @example {
         *       "id": 12,
         *       "name": "Gwen Guest",
         *       "email": "gwen.guest@example.com",
         *       "username": "gwen",
         *       "phone": "01584 111 222",
         *       "address": "1 Mill Lane",
         *       "city": "Ludlow",
         *       "postcode": "SY8 1AA",
         *       "postalCode": "SY8 1AA",
         *       "country": "United Kingdom",
         *       "role": "customer",
         *       "isVerified": true,
         *       "hasResearchAccess": true,
         *       "isActive": true,
         *       "companyName": "Guest Farms Ltd",
         *       "customerType": "agriculture",
         *       "industry": "Arable",
         *       "landSize": 120.5,
         *       "cropTypes": "Wheat, barley",
         *       "biocharApplications": "Soil improvement",
         *       "totalLifetimeValue": 1250.5,
         *       "emailOptIn": true,
         *       "smsOptIn": false,
         *       "preferredContactMethod": "phone",
         *       "sustainabilityGoals": "Net zero by 2035",
         *       "carbomReductionTarget": 40,
         *       "createdAt": "2025-11-05T08:30:00.000Z",
         *       "customerSegment": "wholesale",
         *       "leadScore": 80,
         *       "acquisitionSource": "event",
         *       "tags": "vip, autumn",
         *       "notes": "Met at the Ludlow show.",
         *       "tradeList": null,
         *       "orderCount": 4,
         *       "version": 7
         *     }
         */
        StaffUser: {
            id: number;
            name: string;
            email: string;
            username: string;
            phone: string;
            address: string;
            city: string;
            postcode: string;
            /** @description The same as postcode. */
            postalCode: string;
            country: string;
            /** @enum {string} */
            role: "customer" | "packer" | "shop_manager" | "administrator";
            isVerified: boolean;
            hasResearchAccess: boolean;
            isActive: boolean;
            companyName: string;
            customerType: string;
            industry: string;
            /** @description Hectares. */
            landSize: number | null;
            cropTypes: string;
            biocharApplications: string;
            /** @description In the shop's currency, at most two decimals. */
            totalLifetimeValue: number;
            emailOptIn: boolean;
            smsOptIn: boolean;
            preferredContactMethod: string | null;
            sustainabilityGoals: string;
            /** @description Percent. */
            carbomReductionTarget: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            createdAt: string;
            customerSegment: string | null;
            leadScore: number | null;
            acquisitionSource: string | null;
            tags: string;
            notes: string;
            /** @description The code of the list whose prices they pay; null is everybody's prices. */
            tradeList: string | null;
            /** @description Paid orders. */
            orderCount: number;
            /** @description Send it back with a change to be refused when somebody was faster. */
            version: number;
        };
    };
    responses: {
        /** @description bad_request */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description unauthenticated */
        Unauthenticated: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description forbidden */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description validation_failed */
        ValidationFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description rate_limited */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description internal_error */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description not_found */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description conflict */
        Conflict: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description payload_too_large */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description unsupported_media_type */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description conflict, out_of_stock */
        ConflictOrOutOfStock: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description unavailable */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description payment_failed */
        PaymentFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description unauthenticated, two_factor_required */
        UnauthenticatedOrTwoFactorRequired: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
    };
    parameters: {
        /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
        IfNoneMatch: string;
        /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
        IdempotencyKey: string;
        /** @description The ETag that a read or the last change gave: 409 when it is no longer so. Without it the last change wins. */
        IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names what was answered. Send it back as If-None-Match, or as If-Match with a change. */
        ETag: string;
        /** @description Where the list goes on, as `<address>; rel="next"`; missing on the last page. */
        Link: string;
        /** @description `true` when this is the whole list, `false` when `Link` leads on. */
        ListComplete: "true" | "false";
        /** @description `true` on an answer that was given to the same Idempotency-Key before. */
        IdempotencyReplayed: string;
        /** @description Seconds after which trying again makes sense. */
        RetryAfter: number;
        /** @description How to come back: RFC 6750 says what was wrong with a key. */
        WwwAuthenticate: string;
        /** @description The session, or its end. */
        SetCookie: string;
        /** @description The name under which to keep the file. */
        ContentDisposition: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getProducts: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 50
                 */
                limit?: number;
                /** @description The id after which to go on. Follow the `Link` header instead of making one up. */
                cursor?: number;
                /** @description Found in name, description, family or documents. Where nothing is, its words are looked for with typing errors put right, and X-Searched-Instead says which. */
                search?: string;
                /**
                 * @description One of the products' categories, or all.
                 * @example Soil Improvement
                 */
                category?: string;
                /**
                 * @description The order of the list.
                 * @example price-asc
                 */
                sort?: "name-asc" | "name-desc" | "price-asc" | "price-desc";
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to `limit` products */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "name": "Premium Biochar",
                     *         "slug": "premium-biochar",
                     *         "description": "Fine-grade biochar for beds, borders and pots.",
                     *         "price": 24.99,
                     *         "salePrice": null,
                     *         "onSale": false,
                     *         "category": "Soil Improvement",
                     *         "imageUrl": "/pictures/premium-biochar.jpg",
                     *         "stockQuantity": 140,
                     *         "isBestseller": true,
                     *         "isNew": false,
                     *         "taxRate": null,
                     *         "priceSteps": [
                     *           {
                     *             "minQuantity": 10,
                     *             "price": 21.5
                     *           }
                     *         ],
                     *         "family": "Premium Biochar",
                     *         "packLabel": "5 kg",
                     *         "gtin": "9506000134352",
                     *         "netGrams": 5000,
                     *         "packMillilitres": null,
                     *         "grossGrams": 5120,
                     *         "unitPrice": {
                     *           "amount": 4.998,
                     *           "per": "kg"
                     *         },
                     *         "handling": "parcel",
                     *         "pictures": [
                     *           "/pictures/premium-biochar.jpg"
                     *         ],
                     *         "documents": []
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Product"][];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getProductsSlug: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The last part of the product's address.
                 * @example premium-biochar
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Premium Biochar",
                     *       "slug": "premium-biochar",
                     *       "description": "Fine-grade biochar for beds, borders and pots.",
                     *       "price": 24.99,
                     *       "salePrice": null,
                     *       "onSale": false,
                     *       "category": "Soil Improvement",
                     *       "imageUrl": "/pictures/premium-biochar.jpg",
                     *       "stockQuantity": 140,
                     *       "isBestseller": true,
                     *       "isNew": false,
                     *       "taxRate": null,
                     *       "priceSteps": [
                     *         {
                     *           "minQuantity": 10,
                     *           "price": 21.5
                     *         }
                     *       ],
                     *       "family": "Premium Biochar",
                     *       "packLabel": "5 kg",
                     *       "gtin": "9506000134352",
                     *       "netGrams": 5000,
                     *       "packMillilitres": null,
                     *       "grossGrams": 5120,
                     *       "unitPrice": {
                     *         "amount": 4.998,
                     *         "per": "kg"
                     *       },
                     *       "handling": "parcel",
                     *       "pictures": [
                     *         "/pictures/premium-biochar.jpg"
                     *       ],
                     *       "documents": []
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAdminProductsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The product's id.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Premium Biochar",
                     *       "slug": "premium-biochar",
                     *       "description": "Fine-grade biochar for beds, borders and pots.",
                     *       "price": 24.99,
                     *       "salePrice": null,
                     *       "onSale": false,
                     *       "category": "Soil Improvement",
                     *       "imageUrl": "/pictures/premium-biochar.jpg",
                     *       "stockQuantity": 140,
                     *       "isBestseller": true,
                     *       "isNew": false,
                     *       "taxRate": null,
                     *       "priceSteps": [
                     *         {
                     *           "minQuantity": 10,
                     *           "price": 21.5
                     *         }
                     *       ],
                     *       "family": "Premium Biochar",
                     *       "packLabel": "5 kg",
                     *       "gtin": "9506000134352",
                     *       "netGrams": 5000,
                     *       "packMillilitres": null,
                     *       "grossGrams": 5120,
                     *       "unitPrice": {
                     *         "amount": 4.998,
                     *         "per": "kg"
                     *       },
                     *       "handling": "parcel",
                     *       "pictures": [
                     *         "/pictures/premium-biochar.jpg"
                     *       ],
                     *       "documents": [],
                     *       "isArchived": false,
                     *       "tradePriceSteps": [
                     *         {
                     *           "tradeList": "growers",
                     *           "minQuantity": 1,
                     *           "price": 20
                     *         }
                     *       ],
                     *       "bulkDensity": {
                     *         "gramsPerLitre": 250,
                     *         "measuredOn": "2026-11-02"
                     *       },
                     *       "footprint": {
                     *         "lengthMillimetres": 400,
                     *         "widthMillimetres": 300
                     *       },
                     *       "mixedIntoSoil": true,
                     *       "packaging": {
                     *         "paper": 120
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    putAdminProductsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that a read or the last change gave: 409 when it is no longer so. Without it the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The product's id.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Premium Biochar",
                 *       "description": "Fine-grade biochar for beds, borders and pots.",
                 *       "price": 24.99,
                 *       "salePrice": "19.99",
                 *       "onSale": true,
                 *       "imageUrl": "/pictures/premium-biochar.jpg",
                 *       "stockQuantity": 140,
                 *       "isBestseller": true,
                 *       "isNew": false,
                 *       "taxRate": 0.2,
                 *       "priceSteps": [
                 *         {
                 *           "minQuantity": 10,
                 *           "price": 21.5
                 *         }
                 *       ],
                 *       "family": "Premium Biochar",
                 *       "packLabel": "5 kg",
                 *       "gtin": "9506000134352",
                 *       "netGrams": 5000,
                 *       "packMillilitres": null,
                 *       "grossGrams": 5120,
                 *       "unitPrice": {
                 *         "per": "kg"
                 *       },
                 *       "handling": "parcel",
                 *       "bulkDensity": {
                 *         "gramsPerLitre": 250,
                 *         "measuredOn": "2026-11-02"
                 *       },
                 *       "footprint": {
                 *         "lengthMillimetres": 400,
                 *         "widthMillimetres": 300
                 *       },
                 *       "mixedIntoSoil": true,
                 *       "packaging": {
                 *         "paper": 120
                 *       }
                 *     }
                 */
                "application/json": {
                    name?: string;
                    description?: string;
                    /** @description In the shop's currency, at most two decimals. */
                    price?: number | string;
                    /** @description In the shop's currency, at most two decimals. */
                    salePrice?: number | string | null;
                    onSale?: boolean;
                    /** @description An address, or a data URL of a picture up to 5 MB. */
                    imageUrl?: string;
                    /** @description What can be sold now, as the product list says it. */
                    stockQuantity?: number;
                    isBestseller?: boolean;
                    isNew?: boolean;
                    /** @description A fraction: 0.2, 0.05 or 0. */
                    taxRate?: number | string | null;
                    /** @description The family of packs that it is one of; a new name makes a new one, null is none. */
                    family?: string | null;
                    /** @description What tells it from the others of its family, such as 5 kg. */
                    packLabel?: string | null;
                    /** @description Its Global Trade Item Number, with a right check digit; null is none. */
                    gtin?: string | null;
                    /** @description What is in a pack. */
                    netGrams?: number | null;
                    /** @description What is in a pack. */
                    packMillilitres?: number | null;
                    /** @description A pack with all that is around it. */
                    grossGrams?: number | null;
                    /** @description What the price per measure is told for; null for none. */
                    unitPrice?: {
                        /** @description Reckoned from the price: what is sent is ignored. */
                        amount?: number;
                        /** @enum {string} */
                        per: "kg" | "l" | "m3";
                    } | null;
                    /** @enum {string} */
                    handling?: "parcel" | "pallet" | "bulk_bag";
                    /** @description As it was measured. */
                    bulkDensity?: {
                        gramsPerLitre: number;
                        /** Format: date */
                        measuredOn: string;
                    } | null;
                    /** @description The floor that a pack takes. */
                    footprint?: {
                        lengthMillimetres: number;
                        widthMillimetres: number;
                    } | null;
                    /** @description Whether the application-rate calculator offers it. */
                    mixedIntoSoil?: boolean;
                    /** @description Grams around one unit by material; what is left out is none. */
                    packaging?: {
                        paper?: number;
                        plastic?: number;
                        wovenPlastic?: number;
                        wood?: number;
                        glass?: number;
                        metal?: number;
                    };
                    /** @description What a unit costs from a quantity on, for everybody; replaces those there are. */
                    priceSteps?: {
                        minQuantity: number;
                        /** @description In the shop's currency, at most two decimals. */
                        price: number | string;
                    }[];
                    /** @description What a unit costs customers with a trade list, from a quantity on; replaces those there are. */
                    tradePriceSteps?: {
                        tradeList: string;
                        minQuantity: number;
                        /** @description In the shop's currency, at most two decimals. */
                        price: number | string;
                    }[];
                    /** @description All its pictures in their order, each an address or a data URL; the first is imageUrl. */
                    pictures?: string[];
                    /** @description All its documents in their order; url is one of the shop's, or a data URL of a PDF up to 5 MB. */
                    documents?: {
                        /** @enum {string} */
                        type: "safety_data_sheet" | "guide" | "certificate";
                        title?: string;
                        date?: "" | string | null;
                        url: string;
                    }[];
                };
                "image/png": string;
                "image/jpeg": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description The product as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Premium Biochar",
                     *       "slug": "premium-biochar",
                     *       "description": "Fine-grade biochar for beds, borders and pots.",
                     *       "price": 24.99,
                     *       "salePrice": null,
                     *       "onSale": false,
                     *       "category": "Soil Improvement",
                     *       "imageUrl": "/pictures/premium-biochar.jpg",
                     *       "stockQuantity": 140,
                     *       "isBestseller": true,
                     *       "isNew": false,
                     *       "taxRate": null,
                     *       "priceSteps": [
                     *         {
                     *           "minQuantity": 10,
                     *           "price": 21.5
                     *         }
                     *       ],
                     *       "family": "Premium Biochar",
                     *       "packLabel": "5 kg",
                     *       "gtin": "9506000134352",
                     *       "netGrams": 5000,
                     *       "packMillilitres": null,
                     *       "grossGrams": 5120,
                     *       "unitPrice": {
                     *         "amount": 4.998,
                     *         "per": "kg"
                     *       },
                     *       "handling": "parcel",
                     *       "pictures": [
                     *         "/pictures/premium-biochar.jpg"
                     *       ],
                     *       "documents": []
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAdminTradeLists: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every list */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "code": "growers",
                     *         "name": "Growers",
                     *         "customers": 14,
                     *         "products": 3
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TradeList"][];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getBatchesCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The code on the label.
                 * @example 2026-03-A
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "2026-03-A",
                     *       "product": {
                     *         "id": 1,
                     *         "name": "Premium Biochar",
                     *         "slug": "premium-biochar",
                     *         "gtin": null
                     *       },
                     *       "madeOn": "2026-03-02",
                     *       "feedstock": "Hardwood forestry residues",
                     *       "feedstockOrigin": "Within 30 km",
                     *       "kilnCelsius": 560,
                     *       "kilogramsMade": 1250,
                     *       "status": "open",
                     *       "isRecalled": false,
                     *       "creditStatus": "not_issued",
                     *       "creditsIssuedTo": "",
                     *       "transportGramsPerKilogram": 40,
                     *       "certificationClass": "agro",
                     *       "certificateNumber": "EX-2026-017",
                     *       "analyses": [
                     *         {
                     *           "id": 3,
                     *           "laboratory": "Eurofins",
                     *           "analysedOn": "2026-11-10",
                     *           "organicCarbon": 81.2,
                     *           "hydrogenToCarbon": 0.34,
                     *           "ash": 8.5,
                     *           "water": 12,
                     *           "ph": 9.1,
                     *           "pah": 3.2,
                     *           "metals": {
                     *             "Pb": 1.5
                     *           },
                     *           "documentUrl": null
                     *         }
                     *       ],
                     *       "links": {
                     *         "page": "/batches/2026-03-A",
                     *         "product": "/products/premium-biochar"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAdminBatches: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 50
                 */
                limit?: number;
                /** @description The id after which to go on. Follow the `Link` header instead of making one up. */
                cursor?: number;
                /** @description In code or product. */
                search?: string;
                /**
                 * @description Only those.
                 * @example open
                 */
                status?: "open" | "quarantined" | "sold_out";
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to `limit` batches */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 3,
                     *         "code": "2026-03-A",
                     *         "productId": 1,
                     *         "productName": "Premium Biochar",
                     *         "madeOn": "2026-03-02",
                     *         "kilogramsMade": 1250,
                     *         "kilogramsLeft": 940,
                     *         "kilogramsAllocated": 300,
                     *         "kilogramsWrittenOff": 10,
                     *         "status": "open",
                     *         "analysedOn": "2026-03-20"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: number;
                        code: string;
                        productId: number;
                        productName: string;
                        /** Format: date */
                        madeOn: string;
                        kilogramsMade: number;
                        kilogramsLeft: number;
                        kilogramsAllocated: number;
                        kilogramsWrittenOff: number;
                        /** @enum {string} */
                        status: "open" | "quarantined" | "sold_out";
                        /** Format: date */
                        analysedOn: string | null;
                    }[];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postAdminBatches: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "2026-11-A",
                 *       "productId": 1,
                 *       "madeOn": "2026-11-02",
                 *       "feedstock": "Hazel coppice",
                 *       "kilnCelsius": 560,
                 *       "kilogramsMade": 1250
                 *     }
                 */
                "application/json": {
                    code: string;
                    productId: number;
                    /** Format: date */
                    madeOn: string;
                    feedstock: string;
                    feedstockOrigin?: string;
                    kilnCelsius: number;
                    kilogramsMade: number;
                    /** @enum {string} */
                    certificationClass?: "none" | "feed_plus" | "feed" | "agro_organic" | "agro" | "urban" | "consumer_materials" | "basic_materials";
                    /** @description Only with a class. */
                    certificateNumber?: string;
                };
            };
        };
        responses: {
            /** @description The batch */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "2026-03-A",
                     *       "product": {
                     *         "id": 1,
                     *         "name": "Premium Biochar",
                     *         "slug": "premium-biochar",
                     *         "gtin": null
                     *       },
                     *       "madeOn": "2026-03-02",
                     *       "feedstock": "Hardwood forestry residues",
                     *       "feedstockOrigin": "Within 30 km",
                     *       "kilnCelsius": 560,
                     *       "kilogramsMade": 1250,
                     *       "status": "open",
                     *       "isRecalled": false,
                     *       "creditStatus": "not_issued",
                     *       "creditsIssuedTo": "",
                     *       "transportGramsPerKilogram": 40,
                     *       "certificationClass": "agro",
                     *       "certificateNumber": "EX-2026-017",
                     *       "analyses": [
                     *         {
                     *           "id": 3,
                     *           "laboratory": "Eurofins",
                     *           "analysedOn": "2026-11-10",
                     *           "organicCarbon": 81.2,
                     *           "hydrogenToCarbon": 0.34,
                     *           "ash": 8.5,
                     *           "water": 12,
                     *           "ph": 9.1,
                     *           "pah": 3.2,
                     *           "metals": {
                     *             "Pb": 1.5
                     *           },
                     *           "documentUrl": null
                     *         }
                     *       ],
                     *       "links": {
                     *         "page": "/batches/2026-03-A",
                     *         "product": "/products/premium-biochar"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postAdminBatchesCodeAnalyses: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The code on the label.
                 * @example 2026-03-A
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "laboratory": "Eurofins",
                 *       "analysedOn": "2026-11-10",
                 *       "organicCarbon": 81.2,
                 *       "hydrogenToCarbon": 0.34
                 *     }
                 */
                "application/json": {
                    laboratory: string;
                    /** Format: date */
                    analysedOn: string;
                    organicCarbon: number;
                    hydrogenToCarbon?: number;
                    ash?: number;
                    water?: number;
                    ph?: number;
                    pah?: number;
                    metals?: {
                        Pb?: number;
                        Cd?: number;
                        Cu?: number;
                        Ni?: number;
                        Hg?: number;
                        Zn?: number;
                        Cr?: number;
                        As?: number;
                    };
                    /** @description The laboratory's report: a data URL of a PDF up to 5 MB. */
                    document?: string;
                };
            };
        };
        responses: {
            /** @description The batch with its analyses */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "2026-03-A",
                     *       "product": {
                     *         "id": 1,
                     *         "name": "Premium Biochar",
                     *         "slug": "premium-biochar",
                     *         "gtin": null
                     *       },
                     *       "madeOn": "2026-03-02",
                     *       "feedstock": "Hardwood forestry residues",
                     *       "feedstockOrigin": "Within 30 km",
                     *       "kilnCelsius": 560,
                     *       "kilogramsMade": 1250,
                     *       "status": "open",
                     *       "isRecalled": false,
                     *       "creditStatus": "not_issued",
                     *       "creditsIssuedTo": "",
                     *       "transportGramsPerKilogram": 40,
                     *       "certificationClass": "agro",
                     *       "certificateNumber": "EX-2026-017",
                     *       "analyses": [
                     *         {
                     *           "id": 3,
                     *           "laboratory": "Eurofins",
                     *           "analysedOn": "2026-11-10",
                     *           "organicCarbon": 81.2,
                     *           "hydrogenToCarbon": 0.34,
                     *           "ash": 8.5,
                     *           "water": 12,
                     *           "ph": 9.1,
                     *           "pah": 3.2,
                     *           "metals": {
                     *             "Pb": 1.5
                     *           },
                     *           "documentUrl": null
                     *         }
                     *       ],
                     *       "links": {
                     *         "page": "/batches/2026-03-A",
                     *         "product": "/products/premium-biochar"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAdminBatchesCodeAllocations: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 50
                 */
                limit?: number;
                /** @description The id after which to go on. Follow the `Link` header instead of making one up. */
                cursor?: number;
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The code on the label.
                 * @example 2026-03-A
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to `limit` allocations */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 12,
                     *         "orderId": 4,
                     *         "invoiceNumber": "INV-1772445600000",
                     *         "quantity": 2,
                     *         "returnedQuantity": 0,
                     *         "kilograms": 10,
                     *         "allocatedAt": "2026-03-02T12:05:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: number;
                        orderId: number;
                        invoiceNumber: string;
                        quantity: number;
                        returnedQuantity: number;
                        kilograms: number;
                        /** Format: date-time */
                        allocatedAt: string;
                    }[];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getDeliveryQuote: {
        parameters: {
            query: {
                /**
                 * @description Products by id, each with its quantity, as 1x2,5x1.
                 * @example 1x2,5x1
                 */
                items: string;
                /**
                 * @description Of the delivery; its first half is enough.
                 * @example ZE1 0AA
                 */
                postcode?: string;
                /**
                 * @description By its name or its ISO 3166 code.
                 * @example GB
                 */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price, or why there is none */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "served": true,
                     *       "subtotal": 339,
                     *       "options": [
                     *         {
                     *           "id": "standard",
                     *           "label": "Standard delivery",
                     *           "price": 214.95
                     *         }
                     *       ],
                     *       "message": "Travels as 1 bulk bag, 1 parcel."
                     *     }
                     */
                    "application/json": {
                        /** @description Whether the shop delivers there at all. */
                        served: boolean;
                        subtotal: number;
                        /** @description What may be chosen, what is charged otherwise first; none where delivery has no price. */
                        options: {
                            id: string;
                            label: string;
                            price: number;
                        }[];
                        /** @description How it travels, or why it has no price. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postNewsletter: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "rhea.reader@example.com"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The same for every address, known or not */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Please confirm your email address."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example Please confirm your email address.
                         */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postNewsletterCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "rhea.reader@example.com"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The same for every address, known or not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "If this address signed up, a code is on its way to it.",
                     *       "code": null
                     *     }
                     */
                    "application/json": {
                        /** @example If this address signed up, a code is on its way to it. */
                        message: string;
                        /**
                         * @description Null, except in a shop that sends no mail and that only its own machine reaches.
                         * @example null
                         */
                        code: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postNewsletterConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "rhea.reader@example.com",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                    code: string;
                };
            };
        };
        responses: {
            /** @description It gets the newsletter */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Thank you, your address is confirmed."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example Thank you, your address is confirmed.
                         */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Rhea Reader",
                 *       "email": "rhea.reader@example.com",
                 *       "subject": "Ten square metres",
                 *       "message": "How much biochar do ten square metres of clay need?"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** Format: email */
                    email: string;
                    subject: string;
                    message: string;
                };
            };
        };
        responses: {
            /** @description Kept and mailed to the store */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Thank you for your message. We'll respond as soon as possible."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example Thank you for your message. We'll respond as soon as possible.
                         */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getBlogPosts: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 10
                 */
                limit?: number;
                /** @description The id after which to go on. Follow the `Link` header instead of making one up. */
                cursor?: number;
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to `limit` articles */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 3,
                     *         "title": "Charging biochar before you dig it in",
                     *         "excerpt": "Fresh biochar is hungry. A fortnight in compost feeds it first.",
                     *         "imageUrl": "/pictures/charging-biochar.jpg",
                     *         "publishedAt": "2026-02-14T09:00:00.000Z",
                     *         "slug": "charging-biochar-before-you-dig-it-in"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BlogPost"][];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getCommunity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What all paid orders come to */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "totalCO2Sequestered": 18250,
                     *       "dailyImpact": 50,
                     *       "totalOrders": 214,
                     *       "totalCustomers": 96,
                     *       "leaderboard": [
                     *         {
                     *           "rank": 1,
                     *           "customerName": "GG, Ludlow",
                     *           "totalCO2Sequestered": 1240.5,
                     *           "achievements": [
                     *             "earth-warrior",
                     *             "carbon-saver",
                     *             "eco-champion",
                     *             "climate-hero"
                     *           ]
                     *         }
                     *       ],
                     *       "achievements": [
                     *         {
                     *           "id": "earth-warrior",
                     *           "name": "Earth Warrior",
                     *           "description": "Placed a first order",
                     *           "icon": "sprout",
                     *           "requirement": 1,
                     *           "category": "orders",
                     *           "color": "green",
                     *           "holders": 96
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Community"];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAdminSubscribers: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 50
                 */
                limit?: number;
                /** @description The id after which to go on. Follow the `Link` header instead of making one up. */
                cursor?: number;
                /**
                 * @description Part of the address.
                 * @example example.com
                 */
                search?: string;
                /**
                 * @description Only subscribers in this state.
                 * @example confirmed
                 */
                state?: "pending" | "confirmed" | "unsubscribed";
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to `limit` subscribers */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 8,
                     *         "email": "rhea.reader@example.com",
                     *         "state": "confirmed",
                     *         "createdAt": "2026-01-20T18:12:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Subscriber"][];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAdminSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Amounts in the shop's currency, rates as fractions */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "storeName": "Teme Char",
                     *       "storeDescription": "Biochar of hazel and willow.",
                     *       "storeAddress": "Kiln House, Tenbury Wells WR15 8AA",
                     *       "storePhone": "01584 000 001",
                     *       "storeEmail": "hello@shop.example",
                     *       "companyNumber": "",
                     *       "vatNumber": "",
                     *       "registeredOffice": "",
                     *       "openingHoursWeekdays": "9:00-17:00",
                     *       "openingHoursSaturday": "10:00-14:00",
                     *       "openingHoursSunday": "closed",
                     *       "facebookUrl": "",
                     *       "instagramUrl": "",
                     *       "linkedinUrl": "",
                     *       "youtubeUrl": "",
                     *       "currency": "GBP",
                     *       "poundsPerEuro": 0,
                     *       "poundsPerDollar": 0,
                     *       "exchangeRateDay": "",
                     *       "staffTwoFactor": true,
                     *       "taxEnabled": true,
                     *       "taxRate": 0.2,
                     *       "taxLabel": "VAT",
                     *       "taxIncludedInPrices": false,
                     *       "zeroRateExports": false,
                     *       "shippingEnabled": true,
                     *       "freeShippingThreshold": 100,
                     *       "standardShippingCost": 9.99,
                     *       "expressShippingCost": 19.99,
                     *       "dispatchPromise": "every Friday",
                     *       "latestDeliveryDays": 30,
                     *       "bulkDelivery": "Bulk bags come by lorry on a day that we agree with you.",
                     *       "bulkReturns": "We collect bulk bags at our expense.",
                     *       "countriesServed": "",
                     *       "northernIrelandServed": true,
                     *       "shippingCalculationType": "flat",
                     *       "collectionEnabled": false,
                     *       "collectionCapacity": 2,
                     *       "collectionNoticeHours": 24,
                     *       "collectionClosures": "",
                     *       "deliveryTariff": "",
                     *       "paypalEnabled": true,
                     *       "braintreeEnabled": true,
                     *       "cashOnDeliveryEnabled": false,
                     *       "bankTransferEnabled": true,
                     *       "orderNumberPrefix": "OXB",
                     *       "orderStatusAfterPayment": "processing",
                     *       "autoCompleteOrders": false,
                     *       "orderNotificationEmail": "",
                     *       "customerRegistration": true,
                     *       "guestCheckout": true,
                     *       "customerAccountCreation": "automatic",
                     *       "stockManagement": true,
                     *       "lowStockThreshold": 5,
                     *       "hideOutOfStock": false,
                     *       "oneCardPerFamily": false,
                     *       "productReviews": true
                     *     }
                     */
                    "application/json": {
                        storeName: string;
                        storeDescription: string;
                        storeAddress: string;
                        storePhone: string;
                        /** Format: email */
                        storeEmail: string;
                        companyNumber: string;
                        vatNumber: string;
                        registeredOffice: string;
                        openingHoursWeekdays: string;
                        openingHoursSaturday: string;
                        openingHoursSunday: string;
                        facebookUrl: "" | string;
                        instagramUrl: "" | string;
                        linkedinUrl: "" | string;
                        youtubeUrl: "" | string;
                        /** @enum {string} */
                        currency: "GBP" | "EUR" | "USD";
                        poundsPerEuro: number;
                        poundsPerDollar: number;
                        exchangeRateDay: "" | string;
                        staffTwoFactor: boolean;
                        taxEnabled: boolean;
                        taxRate: number;
                        taxLabel: string;
                        taxIncludedInPrices: boolean;
                        zeroRateExports: boolean;
                        shippingEnabled: boolean;
                        freeShippingThreshold: number;
                        standardShippingCost: number;
                        expressShippingCost: number;
                        dispatchPromise: string;
                        latestDeliveryDays: number;
                        bulkDelivery: string;
                        bulkReturns: string;
                        countriesServed: string;
                        northernIrelandServed: boolean;
                        /** @enum {string} */
                        shippingCalculationType: "flat" | "weight" | "value";
                        deliveryTariff: string;
                        collectionEnabled: boolean;
                        collectionCapacity: number;
                        collectionNoticeHours: number;
                        collectionClosures: string;
                        paypalEnabled: boolean;
                        braintreeEnabled: boolean;
                        cashOnDeliveryEnabled: boolean;
                        bankTransferEnabled: boolean;
                        orderNumberPrefix: string;
                        /** @enum {string} */
                        orderStatusAfterPayment: "processing" | "completed" | "pending";
                        autoCompleteOrders: boolean;
                        orderNotificationEmail: "" | string;
                        customerRegistration: boolean;
                        guestCheckout: boolean;
                        /** @enum {string} */
                        customerAccountCreation: "automatic" | "manual" | "disabled";
                        stockManagement: boolean;
                        lowStockThreshold: number;
                        hideOutOfStock: boolean;
                        oneCardPerFamily: boolean;
                        productReviews: boolean;
                    };
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    putAdminSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that a read or the last change gave: 409 when it is no longer so. Without it the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "storePhone": "01584 000 001",
                 *       "freeShippingThreshold": 45,
                 *       "lowStockThreshold": 10
                 *     }
                 */
                "application/json": {
                    storeName?: string;
                    storeDescription?: string;
                    storeAddress?: string;
                    storePhone?: string;
                    /** Format: email */
                    storeEmail?: string;
                    companyNumber?: string;
                    vatNumber?: string;
                    registeredOffice?: string;
                    openingHoursWeekdays?: string;
                    openingHoursSaturday?: string;
                    openingHoursSunday?: string;
                    facebookUrl?: "" | string;
                    instagramUrl?: "" | string;
                    linkedinUrl?: "" | string;
                    youtubeUrl?: "" | string;
                    /** @enum {string} */
                    currency?: "GBP" | "EUR" | "USD";
                    poundsPerEuro?: number;
                    poundsPerDollar?: number;
                    exchangeRateDay?: "" | string;
                    staffTwoFactor?: boolean;
                    taxEnabled?: boolean;
                    taxRate?: number;
                    taxLabel?: string;
                    taxIncludedInPrices?: boolean;
                    zeroRateExports?: boolean;
                    shippingEnabled?: boolean;
                    freeShippingThreshold?: number;
                    standardShippingCost?: number;
                    expressShippingCost?: number;
                    dispatchPromise?: string;
                    latestDeliveryDays?: number;
                    bulkDelivery?: string;
                    bulkReturns?: string;
                    countriesServed?: string;
                    northernIrelandServed?: boolean;
                    /** @enum {string} */
                    shippingCalculationType?: "flat" | "weight" | "value";
                    deliveryTariff?: string;
                    collectionEnabled?: boolean;
                    collectionCapacity?: number;
                    collectionNoticeHours?: number;
                    collectionClosures?: string;
                    paypalEnabled?: boolean;
                    braintreeEnabled?: boolean;
                    cashOnDeliveryEnabled?: boolean;
                    bankTransferEnabled?: boolean;
                    orderNumberPrefix?: string;
                    /** @enum {string} */
                    orderStatusAfterPayment?: "processing" | "completed" | "pending";
                    autoCompleteOrders?: boolean;
                    orderNotificationEmail?: "" | string;
                    customerRegistration?: boolean;
                    guestCheckout?: boolean;
                    /** @enum {string} */
                    customerAccountCreation?: "automatic" | "manual" | "disabled";
                    stockManagement?: boolean;
                    lowStockThreshold?: number;
                    hideOutOfStock?: boolean;
                    oneCardPerFamily?: boolean;
                    productReviews?: boolean;
                    /**
                     * @description The new currency once more, where `currency` changes: the numbers of all prices stay as they are. Without it such a change is refused with 422.
                     * @enum {string}
                     */
                    confirmedCurrency?: "GBP" | "EUR" | "USD";
                };
            };
        };
        responses: {
            /** @description The settings as they now are */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "storeName": "Teme Char",
                     *       "storeDescription": "Biochar of hazel and willow.",
                     *       "storeAddress": "Kiln House, Tenbury Wells WR15 8AA",
                     *       "storePhone": "01584 000 001",
                     *       "storeEmail": "hello@shop.example",
                     *       "companyNumber": "",
                     *       "vatNumber": "",
                     *       "registeredOffice": "",
                     *       "openingHoursWeekdays": "9:00-17:00",
                     *       "openingHoursSaturday": "10:00-14:00",
                     *       "openingHoursSunday": "closed",
                     *       "facebookUrl": "",
                     *       "instagramUrl": "",
                     *       "linkedinUrl": "",
                     *       "youtubeUrl": "",
                     *       "currency": "GBP",
                     *       "poundsPerEuro": 0,
                     *       "poundsPerDollar": 0,
                     *       "exchangeRateDay": "",
                     *       "staffTwoFactor": true,
                     *       "taxEnabled": true,
                     *       "taxRate": 0.2,
                     *       "taxLabel": "VAT",
                     *       "taxIncludedInPrices": false,
                     *       "zeroRateExports": false,
                     *       "shippingEnabled": true,
                     *       "freeShippingThreshold": 100,
                     *       "standardShippingCost": 9.99,
                     *       "expressShippingCost": 19.99,
                     *       "dispatchPromise": "every Friday",
                     *       "latestDeliveryDays": 30,
                     *       "bulkDelivery": "Bulk bags come by lorry on a day that we agree with you.",
                     *       "bulkReturns": "We collect bulk bags at our expense.",
                     *       "countriesServed": "",
                     *       "northernIrelandServed": true,
                     *       "shippingCalculationType": "flat",
                     *       "collectionEnabled": false,
                     *       "collectionCapacity": 2,
                     *       "collectionNoticeHours": 24,
                     *       "collectionClosures": "",
                     *       "deliveryTariff": "",
                     *       "paypalEnabled": true,
                     *       "braintreeEnabled": true,
                     *       "cashOnDeliveryEnabled": false,
                     *       "bankTransferEnabled": true,
                     *       "orderNumberPrefix": "OXB",
                     *       "orderStatusAfterPayment": "processing",
                     *       "autoCompleteOrders": false,
                     *       "orderNotificationEmail": "",
                     *       "customerRegistration": true,
                     *       "guestCheckout": true,
                     *       "customerAccountCreation": "automatic",
                     *       "stockManagement": true,
                     *       "lowStockThreshold": 5,
                     *       "hideOutOfStock": false,
                     *       "oneCardPerFamily": false,
                     *       "productReviews": true
                     *     }
                     */
                    "application/json": {
                        storeName: string;
                        storeDescription: string;
                        storeAddress: string;
                        storePhone: string;
                        /** Format: email */
                        storeEmail: string;
                        companyNumber: string;
                        vatNumber: string;
                        registeredOffice: string;
                        openingHoursWeekdays: string;
                        openingHoursSaturday: string;
                        openingHoursSunday: string;
                        facebookUrl: "" | string;
                        instagramUrl: "" | string;
                        linkedinUrl: "" | string;
                        youtubeUrl: "" | string;
                        /** @enum {string} */
                        currency: "GBP" | "EUR" | "USD";
                        poundsPerEuro: number;
                        poundsPerDollar: number;
                        exchangeRateDay: "" | string;
                        staffTwoFactor: boolean;
                        taxEnabled: boolean;
                        taxRate: number;
                        taxLabel: string;
                        taxIncludedInPrices: boolean;
                        zeroRateExports: boolean;
                        shippingEnabled: boolean;
                        freeShippingThreshold: number;
                        standardShippingCost: number;
                        expressShippingCost: number;
                        dispatchPromise: string;
                        latestDeliveryDays: number;
                        bulkDelivery: string;
                        bulkReturns: string;
                        countriesServed: string;
                        northernIrelandServed: boolean;
                        /** @enum {string} */
                        shippingCalculationType: "flat" | "weight" | "value";
                        deliveryTariff: string;
                        collectionEnabled: boolean;
                        collectionCapacity: number;
                        collectionNoticeHours: number;
                        collectionClosures: string;
                        paypalEnabled: boolean;
                        braintreeEnabled: boolean;
                        cashOnDeliveryEnabled: boolean;
                        bankTransferEnabled: boolean;
                        orderNumberPrefix: string;
                        /** @enum {string} */
                        orderStatusAfterPayment: "processing" | "completed" | "pending";
                        autoCompleteOrders: boolean;
                        orderNotificationEmail: "" | string;
                        customerRegistration: boolean;
                        guestCheckout: boolean;
                        /** @enum {string} */
                        customerAccountCreation: "automatic" | "manual" | "disabled";
                        stockManagement: boolean;
                        lowStockThreshold: number;
                        hideOutOfStock: boolean;
                        oneCardPerFamily: boolean;
                        productReviews: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postCreatePaymentIntent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "49.98"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description In the shop's currency, with at most two decimals.
                     * @example 19.99
                     */
                    amount: number | string;
                    /** @description What a checkout page shows: the payment is for exactly that, or is refused. */
                    shown?: {
                        /** @description The checkout form, as it was filled in. */
                        form: {
                            firstName: string;
                            lastName: string;
                            email: string;
                            /** @default  */
                            phone?: string;
                            address: string;
                            city: string;
                            postcode: string;
                            /** @default United Kingdom */
                            country?: string;
                            /** @default false */
                            sameShipping?: boolean;
                            /** @default  */
                            shippingAddress?: string;
                            /** @default  */
                            shippingCity?: string;
                            /** @default  */
                            shippingPostcode?: string;
                            /** @default United Kingdom */
                            shippingCountry?: string;
                            /** @default false */
                            expressDelivery?: boolean;
                            /** @default  */
                            deliveryOption?: string;
                            /** @default  */
                            collectionSlot?: string;
                            /** @default  */
                            driverAsked?: string;
                            /**
                             * @default
                             * @enum {string}
                             */
                            driverAccess?: "" | "articulated" | "rigid" | "small" | "unsure";
                            /** @default false */
                            driverTailLift?: boolean;
                            /** @default false */
                            driverForklift?: boolean;
                            /** @default false */
                            driverSomebodyThere?: boolean;
                            /** @default  */
                            driverBadDays?: string;
                            /** @default  */
                            marketingAsked?: string;
                            /** @default  */
                            marketingRefused?: string;
                        };
                        /**
                         * @description Of the amount on the button, small letters; none is pounds.
                         * @enum {string}
                         */
                        currency?: "gbp" | "eur" | "usd";
                        /** @description What the page shows of the cart. */
                        items: {
                            productId: number;
                            quantity: number;
                        }[];
                    };
                };
            };
        };
        responses: {
            /** @description What Stripe's SDK needs */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientSecret": "pi_3RkExample_secret_Zb1w8M0Yy6nQkT4c"
                     *     }
                     */
                    "application/json": {
                        /** @example pi_3RkExample_secret_Zb1w8M0Yy6nQkT4c */
                        clientSecret: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrOutOfStock"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customerName": "Gwen Guest",
                 *       "customerEmail": "gwen.guest@example.com",
                 *       "customerAddress": "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
                 *       "customerPhone": "01584 111 222",
                 *       "shippingCountry": "United Kingdom",
                 *       "subtotal": 49.98,
                 *       "taxRate": 0.2,
                 *       "taxAmount": "10.00",
                 *       "shippingCost": 0,
                 *       "totalAmount": 49.98,
                 *       "paymentMethod": "stripe",
                 *       "transactionId": "pi_3RkExample",
                 *       "invoiceNumber": "INV-1772453100000",
                 *       "items": [
                 *         {
                 *           "productId": 1,
                 *           "productName": "Premium Biochar",
                 *           "quantity": 2,
                 *           "price": 24.99
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    customerName: string;
                    /** Format: email */
                    customerEmail: string;
                    customerAddress: string;
                    /** @default  */
                    customerPhone?: string;
                    /** @default United Kingdom */
                    shippingCountry?: string;
                    /** @default  */
                    postcode?: string;
                    /** @default  */
                    deliveryOption?: string;
                    /**
                     * Format: date-time
                     * @description With `collection`, and only then: when one of the yard's half hours begins.
                     */
                    collectionSlot?: string;
                    subtotal?: number | string;
                    taxRate?: number;
                    taxAmount?: number | string;
                    shippingCost?: number | string;
                    totalAmount?: number | string;
                    /** @enum {string} */
                    paymentMethod: "stripe" | "paypal";
                    transactionId: string;
                    invoiceNumber?: string;
                    items: {
                        productId: number;
                        /** @default  */
                        productName?: string;
                        quantity: number;
                        price?: number | string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The order, placed before with the same transactionId; all of it for its buyer, staff and keys that read orders, else number and status */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 41,
                     *       "invoiceNumber": "INV-1772453100000",
                     *       "customerId": 12,
                     *       "customerName": "Gwen Guest",
                     *       "customerEmail": "gwen.guest@example.com",
                     *       "customerPhone": "01584 111 222",
                     *       "customerAddress": "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
                     *       "subtotal": 49.98,
                     *       "taxAmount": 10,
                     *       "shippingCost": 0,
                     *       "totalAmount": 49.98,
                     *       "currency": "GBP",
                     *       "status": "processing",
                     *       "paymentMethod": "stripe",
                     *       "createdAt": "2026-03-02T12:05:00.000Z",
                     *       "items": [
                     *         {
                     *           "id": 77,
                     *           "productId": 1,
                     *           "productName": "Premium Biochar",
                     *           "quantity": 2,
                     *           "price": 24.99
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Order"] | {
                        id: number;
                        invoiceNumber: string;
                        /** @enum {string} */
                        status: "pending" | "processing" | "completed" | "cancelled";
                    };
                };
            };
            /** @description The order, placed now */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 41,
                     *       "invoiceNumber": "INV-1772453100000",
                     *       "customerId": 12,
                     *       "customerName": "Gwen Guest",
                     *       "customerEmail": "gwen.guest@example.com",
                     *       "customerPhone": "01584 111 222",
                     *       "customerAddress": "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
                     *       "subtotal": 49.98,
                     *       "taxAmount": 10,
                     *       "shippingCost": 0,
                     *       "totalAmount": 49.98,
                     *       "currency": "GBP",
                     *       "status": "processing",
                     *       "paymentMethod": "stripe",
                     *       "createdAt": "2026-03-02T12:05:00.000Z",
                     *       "items": [
                     *         {
                     *           "id": 77,
                     *           "productId": 1,
                     *           "productName": "Premium Biochar",
                     *           "quantity": 2,
                     *           "price": 24.99
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Order"] | {
                        id: number;
                        invoiceNumber: string;
                        /** @enum {string} */
                        status: "pending" | "processing" | "completed" | "cancelled";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PaymentFailed"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrOutOfStock"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getShopOrders: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: number;
                /** @description The id after which to go on. Follow the `Link` header instead of making one up. */
                cursor?: number;
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to `limit` orders */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 41,
                     *         "invoiceNumber": "INV-1772453100000",
                     *         "customerId": 12,
                     *         "customerName": "Gwen Guest",
                     *         "customerEmail": "gwen.guest@example.com",
                     *         "customerPhone": "01584 111 222",
                     *         "customerAddress": "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
                     *         "subtotal": 49.98,
                     *         "taxAmount": 10,
                     *         "shippingCost": 0,
                     *         "totalAmount": 49.98,
                     *         "currency": "GBP",
                     *         "status": "processing",
                     *         "paymentMethod": "stripe",
                     *         "createdAt": "2026-03-02T12:05:00.000Z",
                     *         "items": [
                     *           {
                     *             "id": 77,
                     *             "productId": 1,
                     *             "productName": "Premium Biochar",
                     *             "quantity": 2,
                     *             "price": 24.99
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Order"][];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postShopOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customerId": 12,
                 *       "customerName": "Gwen Guest",
                 *       "customerEmail": "gwen.guest@example.com",
                 *       "customerPhone": "01584 111 222",
                 *       "customerAddress": "1 Mill Lane, Ludlow, SY8 1AA",
                 *       "items": [
                 *         {
                 *           "productId": 1,
                 *           "quantity": 1,
                 *           "price": 22.5
                 *         }
                 *       ],
                 *       "paymentMethod": "cash",
                 *       "payLater": false,
                 *       "sendConfirmation": true
                 *     }
                 */
                "application/json": {
                    customerId?: number | null;
                    customerName: string;
                    /** Format: email */
                    customerEmail: string;
                    /** @default  */
                    customerPhone?: string;
                    customerAddress: string;
                    items: {
                        productId: number;
                        quantity: number;
                        price?: number | string;
                    }[];
                    /**
                     * @default cash
                     * @enum {string}
                     */
                    paymentMethod?: "cash" | "card" | "bank_transfer" | "account";
                    /** @default false */
                    payLater?: boolean;
                    /** @default true */
                    sendConfirmation?: boolean;
                    retryKey?: string;
                };
            };
        };
        responses: {
            /** @description The order, made before with the same retryKey */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 41,
                     *       "invoiceNumber": "INV-1772453100000",
                     *       "customerId": 12,
                     *       "customerName": "Gwen Guest",
                     *       "customerEmail": "gwen.guest@example.com",
                     *       "customerPhone": "01584 111 222",
                     *       "customerAddress": "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
                     *       "subtotal": 49.98,
                     *       "taxAmount": 10,
                     *       "shippingCost": 0,
                     *       "totalAmount": 49.98,
                     *       "currency": "GBP",
                     *       "status": "processing",
                     *       "paymentMethod": "stripe",
                     *       "createdAt": "2026-03-02T12:05:00.000Z",
                     *       "items": [
                     *         {
                     *           "id": 77,
                     *           "productId": 1,
                     *           "productName": "Premium Biochar",
                     *           "quantity": 2,
                     *           "price": 24.99
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description The order, made now */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 41,
                     *       "invoiceNumber": "INV-1772453100000",
                     *       "customerId": 12,
                     *       "customerName": "Gwen Guest",
                     *       "customerEmail": "gwen.guest@example.com",
                     *       "customerPhone": "01584 111 222",
                     *       "customerAddress": "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
                     *       "subtotal": 49.98,
                     *       "taxAmount": 10,
                     *       "shippingCost": 0,
                     *       "totalAmount": 49.98,
                     *       "currency": "GBP",
                     *       "status": "processing",
                     *       "paymentMethod": "stripe",
                     *       "createdAt": "2026-03-02T12:05:00.000Z",
                     *       "items": [
                     *         {
                     *           "id": 77,
                     *           "productId": 1,
                     *           "productName": "Premium Biochar",
                     *           "quantity": 2,
                     *           "price": 24.99
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrOutOfStock"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getShopCustomers: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: number;
                /** @description The id after which to go on. Follow the `Link` header instead of making one up. */
                cursor?: number;
                /**
                 * @description Found in name, email or username.
                 * @example gwen
                 */
                search?: string;
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to `limit` customers */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 12,
                     *         "name": "Gwen Guest",
                     *         "email": "gwen.guest@example.com",
                     *         "phone": "01584 111 222",
                     *         "companyName": "Guest Farms Ltd",
                     *         "address": "1 Mill Lane",
                     *         "city": "Ludlow",
                     *         "postcode": "SY8 1AA",
                     *         "country": "United Kingdom",
                     *         "tradeList": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Customer"][];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getOrdersInvoiceNumberWithdrawals: {
        parameters: {
            query?: {
                /**
                 * @description The token of a link in the order's mails. Not needed by the signed-in buyer and by staff who refund.
                 * @example INV-1772453100000.fnb.signature
                 */
                t?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The order's number.
                 * @example INV-1772453100000
                 */
                invoiceNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its withdrawals */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 7,
                     *         "submittedAt": "2026-03-02T12:05:00.000Z",
                     *         "lines": [
                     *           {
                     *             "productId": 1,
                     *             "productName": "Premium Biochar",
                     *             "quantity": 1,
                     *             "mixedIntoSoil": false,
                     *             "unsealed": false
                     *           }
                     *         ],
                     *         "reason": "Ordered twice",
                     *         "state": "open",
                     *         "isLate": false,
                     *         "sendBackBy": "2026-03-16T23:59:59.999Z",
                     *         "goodsBackAt": null,
                     *         "refundBy": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Withdrawal"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postOrdersInvoiceNumberWithdrawals: {
        parameters: {
            query?: {
                /**
                 * @description The token of a link in the order's mails. Not needed by the signed-in buyer and by staff who refund.
                 * @example INV-1772453100000.fnb.signature
                 */
                t?: string;
            };
            header?: {
                /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The order's number.
                 * @example INV-1772453100000
                 */
                invoiceNumber: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         {
                 *           "productId": 1,
                 *           "quantity": 1
                 *         }
                 *       ],
                 *       "reason": "Ordered twice"
                 *     }
                 */
                "application/json": {
                    /** @description What is not kept; everything that is left of the order where it is missing. */
                    lines?: {
                        productId: number;
                        quantity: number;
                        /** @default false */
                        mixedIntoSoil?: boolean;
                        /** @default false */
                        unsealed?: boolean;
                    }[];
                    /**
                     * @description Nobody has to give one.
                     * @default
                     */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The withdrawal, received before on this day */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "submittedAt": "2026-03-02T12:05:00.000Z",
                     *       "lines": [
                     *         {
                     *           "productId": 1,
                     *           "productName": "Premium Biochar",
                     *           "quantity": 1,
                     *           "mixedIntoSoil": false,
                     *           "unsealed": false
                     *         }
                     *       ],
                     *       "reason": "Ordered twice",
                     *       "state": "open",
                     *       "isLate": false,
                     *       "sendBackBy": "2026-03-16T23:59:59.999Z",
                     *       "goodsBackAt": null,
                     *       "refundBy": null
                     *     }
                     */
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            /** @description The withdrawal, received now */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "submittedAt": "2026-03-02T12:05:00.000Z",
                     *       "lines": [
                     *         {
                     *           "productId": 1,
                     *           "productName": "Premium Biochar",
                     *           "quantity": 1,
                     *           "mixedIntoSoil": false,
                     *           "unsealed": false
                     *         }
                     *       ],
                     *       "reason": "Ordered twice",
                     *       "state": "open",
                     *       "isLate": false,
                     *       "sendBackBy": "2026-03-16T23:59:59.999Z",
                     *       "goodsBackAt": null,
                     *       "refundBy": null
                     *     }
                     */
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getOrdersInvoiceNumberStatement: {
        parameters: {
            query?: {
                /**
                 * @description The token of a link in the order's mails. Not needed by the signed-in buyer and by staff who see orders.
                 * @example INV-1772453100000.fnb.signature
                 */
                t?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The order's number.
                 * @example INV-1772453100000
                 */
                invoiceNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement that holds, as it was signed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "@context": [
                     *         "https://www.w3.org/ns/credentials/v2",
                     *         "https://www.w3.org/ns/credentials/undefined-terms/v2"
                     *       ],
                     *       "id": "urn:uuid:2f0c6b0e-54d7-4e0c-8a36-0a7c1d1b9b7e",
                     *       "type": [
                     *         "VerifiableCredential",
                     *         "CarbonStatement"
                     *       ],
                     *       "issuer": {
                     *         "id": "did:web:shop.example",
                     *         "name": "Example Biochar"
                     *       },
                     *       "validFrom": "2026-03-04T10:15:00Z",
                     *       "credentialStatus": {
                     *         "id": "https://shop.example/statements/status/1#7",
                     *         "type": "BitstringStatusListEntry",
                     *         "statusPurpose": "revocation",
                     *         "statusListIndex": "7",
                     *         "statusListCredential": "https://shop.example/statements/status/1"
                     *       },
                     *       "credentialSubject": {
                     *         "invoiceNumber": "INV-1772453100000",
                     *         "leftOn": "2026-03-04",
                     *         "method": {
                     *           "name": "Carbon of biochar that stays for 100 years (IPCC 2019)",
                     *           "version": "1",
                     *           "formula": "kilograms × (1 − water) × organic carbon × share after 100 years × 44/12 − stated transport, rounded down to grams of CO2",
                     *           "sources": [
                     *             "IPCC 2019 Refinement, volume 4, chapter 2, appendix 4, table 4AP.2: share of biochar carbon that stays for 100 years, by temperature",
                     *             "European Biochar Certificate: biochar has a molar H/Corg of at most 0.7"
                     *           ]
                     *         },
                     *         "gramsStored": 18373,
                     *         "ownership": "This statement says what was measured and reckoned. It is no carbon credit, cannot be traded, and offsets nothing by itself.",
                     *         "lines": [
                     *           {
                     *             "product": "Premium Biochar",
                     *             "quantity": 2,
                     *             "batch": "2026-03-A",
                     *             "grams": 10000,
                     *             "laboratory": "Eurofins",
                     *             "analysedOn": "2026-02-20",
                     *             "organicCarbonPercent": 80,
                     *             "waterPercent": 20,
                     *             "hydrogenToCarbon": 0.35,
                     *             "kilnCelsius": 550,
                     *             "percentAfter100Years": 80,
                     *             "gramsBound": 18773,
                     *             "gramsOfTransport": 400,
                     *             "gramsStored": 18373,
                     *             "claim": "not_issued",
                     *             "claimSentence": "No credits were issued for this batch: nobody else has been given its removal to claim."
                     *           }
                     *         ]
                     *       },
                     *       "proof": {
                     *         "type": "DataIntegrityProof",
                     *         "cryptosuite": "eddsa-jcs-2022",
                     *         "created": "2026-03-04T10:15:00Z",
                     *         "verificationMethod": "did:web:shop.example#key-1",
                     *         "proofPurpose": "assertionMethod",
                     *         "@context": [
                     *           "https://www.w3.org/ns/credentials/v2",
                     *           "https://www.w3.org/ns/credentials/undefined-terms/v2"
                     *         ],
                     *         "proofValue": "z2Hs8ZGfgpbkdT…"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CarbonStatement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAuthUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 12,
                     *       "name": "Gwen Guest",
                     *       "email": "gwen.guest@example.com",
                     *       "username": "gwen",
                     *       "phone": "01584 111 222",
                     *       "address": "1 Mill Lane",
                     *       "city": "Ludlow",
                     *       "postcode": "SY8 1AA",
                     *       "postalCode": "SY8 1AA",
                     *       "country": "United Kingdom",
                     *       "role": "customer",
                     *       "isVerified": true,
                     *       "hasResearchAccess": true,
                     *       "isActive": true,
                     *       "companyName": "Guest Farms Ltd",
                     *       "customerType": "agriculture",
                     *       "industry": "Arable",
                     *       "landSize": 120.5,
                     *       "cropTypes": "Wheat, barley",
                     *       "biocharApplications": "Soil improvement",
                     *       "totalLifetimeValue": 1250.5,
                     *       "emailOptIn": true,
                     *       "smsOptIn": false,
                     *       "preferredContactMethod": "phone",
                     *       "sustainabilityGoals": "Net zero by 2035",
                     *       "carbomReductionTarget": 40,
                     *       "createdAt": "2025-11-05T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postAuthRegister: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "gwen.guest@example.com",
                 *       "name": "Gwen Guest",
                 *       "username": "gwen",
                 *       "password": "a long enough password",
                 *       "emailOptIn": false
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** Format: email */
                    email: string;
                    username: string;
                    password: string;
                    /** @default false */
                    emailOptIn?: boolean;
                };
            };
        };
        responses: {
            /** @description Registered; a mail is on its way. For an address with an account or orders it says how to get in, and the username and password of this call are not used */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Account Created! Check Your Email: it says how to go on."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example Account Created! Check Your Email: it says how to go on.
                         */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "customer",
                 *       "password": "biochar-demo"
                 *     }
                 */
                "application/json": {
                    /** @description The username or the email address. */
                    username: string;
                    password: string;
                    /** @description Of the authenticator app, or a recovery code: needed where two-factor sign-in is on (`two_factor_required`). */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Login successful",
                     *       "user": {
                     *         "id": 12,
                     *         "name": "Gwen Guest",
                     *         "email": "gwen.guest@example.com",
                     *         "username": "gwen",
                     *         "phone": "01584 111 222",
                     *         "address": "1 Mill Lane",
                     *         "city": "Ludlow",
                     *         "postcode": "SY8 1AA",
                     *         "postalCode": "SY8 1AA",
                     *         "country": "United Kingdom",
                     *         "role": "customer",
                     *         "isVerified": true,
                     *         "hasResearchAccess": true,
                     *         "isActive": true,
                     *         "companyName": "Guest Farms Ltd",
                     *         "customerType": "agriculture",
                     *         "industry": "Arable",
                     *         "landSize": 120.5,
                     *         "cropTypes": "Wheat, barley",
                     *         "biocharApplications": "Soil improvement",
                     *         "totalLifetimeValue": 1250.5,
                     *         "emailOptIn": true,
                     *         "smsOptIn": false,
                     *         "preferredContactMethod": "phone",
                     *         "sustainabilityGoals": "Net zero by 2035",
                     *         "carbomReductionTarget": 40,
                     *         "createdAt": "2025-11-05T08:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example Login successful
                         */
                        message: string;
                        user: components["schemas"]["User"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthenticatedOrTwoFactorRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postAuthLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out */
            200: {
                headers: {
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Logged Out"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example Logged Out
                         */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    patchAuthProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Gwen Guest",
                 *       "city": "Ludlow",
                 *       "landSize": 2.5,
                 *       "emailOptIn": true,
                 *       "preferredContactMethod": null
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** Format: email */
                    email?: string;
                    phone?: string;
                    address?: string;
                    city?: string;
                    postcode?: string;
                    country?: string;
                    companyName?: string;
                    /** @enum {string} */
                    customerType?: "individual" | "business" | "agriculture" | "research" | "government" | "ngo";
                    industry?: string;
                    landSize?: number | null;
                    cropTypes?: string;
                    biocharApplications?: string;
                    emailOptIn?: boolean;
                    smsOptIn?: boolean;
                    /** @enum {string|null} */
                    preferredContactMethod?: "email" | "phone" | "sms" | "mail" | "none" | null;
                    sustainabilityGoals?: string;
                    carbomReductionTarget?: number | null;
                    showOnLeaderboard?: boolean;
                    postalCode?: string;
                    /** @description Needed for a new email, and to give somebody a role of staff. */
                    currentPassword?: string;
                    /** @description Of the authenticator app, or a recovery code: needed with it where two-factor sign-in is on. */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Profile Updated",
                     *       "user": {
                     *         "id": 12,
                     *         "name": "Gwen Guest",
                     *         "email": "gwen.guest@example.com",
                     *         "username": "gwen",
                     *         "phone": "01584 111 222",
                     *         "address": "1 Mill Lane",
                     *         "city": "Ludlow",
                     *         "postcode": "SY8 1AA",
                     *         "postalCode": "SY8 1AA",
                     *         "country": "United Kingdom",
                     *         "role": "customer",
                     *         "isVerified": true,
                     *         "hasResearchAccess": true,
                     *         "isActive": true,
                     *         "companyName": "Guest Farms Ltd",
                     *         "customerType": "agriculture",
                     *         "industry": "Arable",
                     *         "landSize": 120.5,
                     *         "cropTypes": "Wheat, barley",
                     *         "biocharApplications": "Soil improvement",
                     *         "totalLifetimeValue": 1250.5,
                     *         "emailOptIn": true,
                     *         "smsOptIn": false,
                     *         "preferredContactMethod": "phone",
                     *         "sustainabilityGoals": "Net zero by 2035",
                     *         "carbomReductionTarget": 40,
                     *         "createdAt": "2025-11-05T08:30:00.000Z"
                     *       },
                     *       "pendingEmail": "gwen.new@example.com"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example Profile Updated
                         */
                        message: string;
                        user: components["schemas"]["User"];
                        /**
                         * @description The address that waits for its confirmation.
                         * @example gwen.new@example.com
                         */
                        pendingEmail: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postAuthChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "a long enough password",
                 *       "newPassword": "an even longer password",
                 *       "confirmPassword": "an even longer password"
                 *     }
                 */
                "application/json": {
                    /** @description Of the authenticator app, or a recovery code: needed where two-factor sign-in is on. */
                    code?: string;
                    currentPassword: string;
                    newPassword: string;
                    confirmPassword: string;
                };
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Password Changed"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example Password Changed
                         */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postAuthForgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "gwen.guest@example.com"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "If this address has an account, a reset link is on its way."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example If this address has an account, a reset link is on its way.
                         */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postAuthResetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Zb1w8M0Yy6nQkT4c",
                 *       "newPassword": "a long enough password"
                 *     }
                 */
                "application/json": {
                    /** @default  */
                    token?: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Your password was changed. You can sign in with it now."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example Your password was changed. You can sign in with it now.
                         */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAuthVerify: {
        parameters: {
            query?: {
                /**
                 * @description The address that the link was mailed to.
                 * @example gwen.guest@example.com
                 */
                email?: string;
                /**
                 * @description The link's token.
                 * @example Zb1w8M0Yy6nQkT4c
                 */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Verified */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Your email address is verified.",
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example Your email address is verified.
                         */
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getOrdersUser: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: number;
                /** @description The id after which to go on. Follow the `Link` header instead of making one up. */
                cursor?: number;
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to `limit` orders */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 41,
                     *         "invoiceNumber": "INV-1772453100000",
                     *         "customerId": 12,
                     *         "customerName": "Gwen Guest",
                     *         "customerEmail": "gwen.guest@example.com",
                     *         "customerPhone": "01584 111 222",
                     *         "customerAddress": "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
                     *         "subtotal": 49.98,
                     *         "taxAmount": 10,
                     *         "shippingCost": 0,
                     *         "totalAmount": 49.98,
                     *         "currency": "GBP",
                     *         "status": "processing",
                     *         "paymentMethod": "stripe",
                     *         "createdAt": "2026-03-02T12:05:00.000Z",
                     *         "items": [
                     *           {
                     *             "id": 77,
                     *             "productId": 1,
                     *             "productName": "Premium Biochar",
                     *             "quantity": 2,
                     *             "price": 24.99
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Order"][];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getCustomerOrders: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: number;
                /** @description The id after which to go on. Follow the `Link` header instead of making one up. */
                cursor?: number;
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to `limit` orders */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 41,
                     *         "invoiceNumber": "INV-1772453100000",
                     *         "customerId": 12,
                     *         "customerName": "Gwen Guest",
                     *         "customerEmail": "gwen.guest@example.com",
                     *         "customerPhone": "01584 111 222",
                     *         "customerAddress": "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
                     *         "subtotal": 49.98,
                     *         "taxAmount": 10,
                     *         "shippingCost": 0,
                     *         "totalAmount": 49.98,
                     *         "currency": "GBP",
                     *         "status": "processing",
                     *         "paymentMethod": "stripe",
                     *         "createdAt": "2026-03-02T12:05:00.000Z",
                     *         "items": [
                     *           {
                     *             "id": 77,
                     *             "productId": 1,
                     *             "productName": "Premium Biochar",
                     *             "quantity": 2,
                     *             "price": 24.99
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Order"][];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getResearchDownload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAccountExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The data */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "exportedAt": "2026-03-02T12:05:00.000Z",
                     *       "account": {
                     *         "username": "gwen"
                     *       }
                     *     }
                     */
                    "application/json": {
                        exportedAt: string;
                        account: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postAdminLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "admin@example.com",
                 *       "password": "biochar-demo"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                    /** @description Of the authenticator app, or a recovery code: needed where two-factor sign-in is on (`two_factor_required`). */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Login successful",
                     *       "user": {
                     *         "id": 12,
                     *         "name": "Gwen Guest",
                     *         "email": "gwen.guest@example.com",
                     *         "username": "gwen",
                     *         "phone": "01584 111 222",
                     *         "address": "1 Mill Lane",
                     *         "city": "Ludlow",
                     *         "postcode": "SY8 1AA",
                     *         "postalCode": "SY8 1AA",
                     *         "country": "United Kingdom",
                     *         "role": "customer",
                     *         "isVerified": true,
                     *         "hasResearchAccess": true,
                     *         "isActive": true,
                     *         "companyName": "Guest Farms Ltd",
                     *         "customerType": "agriculture",
                     *         "industry": "Arable",
                     *         "landSize": 120.5,
                     *         "cropTypes": "Wheat, barley",
                     *         "biocharApplications": "Soil improvement",
                     *         "totalLifetimeValue": 1250.5,
                     *         "emailOptIn": true,
                     *         "smsOptIn": false,
                     *         "preferredContactMethod": "phone",
                     *         "sustainabilityGoals": "Net zero by 2035",
                     *         "carbomReductionTarget": 40,
                     *         "createdAt": "2025-11-05T08:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example Login successful
                         */
                        message: string;
                        user: components["schemas"]["User"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthenticatedOrTwoFactorRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAdminOrders: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: number;
                /** @description The id after which to go on. Follow the `Link` header instead of making one up. */
                cursor?: number;
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to `limit` orders */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 41,
                     *         "invoiceNumber": "INV-1772453100000",
                     *         "customerId": 12,
                     *         "customerName": "Gwen Guest",
                     *         "customerEmail": "gwen.guest@example.com",
                     *         "customerPhone": "01584 111 222",
                     *         "customerAddress": "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
                     *         "subtotal": 49.98,
                     *         "taxAmount": 10,
                     *         "shippingCost": 0,
                     *         "totalAmount": 49.98,
                     *         "currency": "GBP",
                     *         "status": "processing",
                     *         "paymentMethod": "stripe",
                     *         "createdAt": "2026-03-02T12:05:00.000Z",
                     *         "items": [
                     *           {
                     *             "id": 77,
                     *             "productId": 1,
                     *             "productName": "Premium Biochar",
                     *             "quantity": 2,
                     *             "price": 24.99
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Order"][];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAdminFailedOrders: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: number;
                /** @description The id after which to go on. Follow the `Link` header instead of making one up. */
                cursor?: number;
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to `limit` failed orders */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 5,
                     *         "customerName": "Gwen Guest",
                     *         "customerEmail": "gwen.guest@example.com",
                     *         "totalAmount": 49.98,
                     *         "currency": "GBP",
                     *         "paymentMethod": "stripe",
                     *         "errorMessage": "Your card was declined.",
                     *         "attemptedAt": "2026-03-02T12:05:00.000Z",
                     *         "createdAt": "2026-03-02T12:01:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["FailedOrder"][];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAdminStats: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "totalOrders": 0,
                     *       "totalRevenue": 1,
                     *       "ordersThisMonth": 0,
                     *       "revenueExcludingCancelled": 1,
                     *       "currency": "GBP",
                     *       "products": 0
                     *     }
                     */
                    "application/json": {
                        totalOrders: number;
                        /** @description In `currency`, at most two decimals. */
                        totalRevenue: number;
                        ordersThisMonth: number;
                        /** @description In `currency`, at most two decimals. */
                        revenueExcludingCancelled: number;
                        /**
                         * @description The shop's; what was sold in another is in no figure.
                         * @enum {string}
                         */
                        currency: "GBP" | "EUR" | "USD";
                        products: number;
                    };
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAdminOrdersIdParcels: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The order's id.
                 * @example 41
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its parcels */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 5,
                     *         "carrier": "Royal Mail",
                     *         "number": "AB123456789GB",
                     *         "grossGrams": 5350,
                     *         "lines": [
                     *           {
                     *             "productId": 1,
                     *             "quantity": 1,
                     *             "productName": "Premium Biochar"
                     *           }
                     *         ],
                     *         "packedBy": "Mona Manager",
                     *         "dispatchedAt": "2026-03-02T12:05:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Parcel"][];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postAdminOrdersIdParcels: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The order's id.
                 * @example 41
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "carrier": "Royal Mail",
                 *       "number": "AB123456789GB",
                 *       "grossGrams": 5350,
                 *       "lines": [
                 *         {
                 *           "productId": 1,
                 *           "quantity": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    carrier: string;
                    number: string;
                    /** @description With its packaging; null where nobody weighed it. */
                    grossGrams?: number | null;
                    /** @description What is in it; all that is left of the order where it is missing. */
                    lines?: {
                        productId: number;
                        quantity: number;
                        /** @description The code of the batch that they come from; the oldest first where it is missing. */
                        batch?: string;
                        /** @description What they weigh together, net, where the product's net weight is not known. */
                        kilograms?: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description The parcel */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "carrier": "Royal Mail",
                     *       "number": "AB123456789GB",
                     *       "grossGrams": 5350,
                     *       "lines": [
                     *         {
                     *           "productId": 1,
                     *           "quantity": 1,
                     *           "productName": "Premium Biochar"
                     *         }
                     *       ],
                     *       "packedBy": "Mona Manager",
                     *       "dispatchedAt": "2026-03-02T12:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Parcel"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getAdminUsers: {
        parameters: {
            query?: {
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: number;
                /** @description The id after which to go on. Follow the `Link` header instead of making one up. */
                cursor?: number;
                /**
                 * @description Found in name, email or username.
                 * @example gwen
                 */
                search?: string;
                /**
                 * @description Only users of this role.
                 * @example customer
                 */
                role?: "customer" | "packer" | "shop_manager" | "administrator";
                /** @description Only customers of this type. */
                customerType?: "individual" | "business" | "agriculture" | "research" | "government" | "ngo";
                /** @description Only users with this badge. */
                status?: "active" | "suspended" | "verified" | "unverified" | "research";
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to `limit` users */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 12,
                     *         "name": "Gwen Guest",
                     *         "email": "gwen.guest@example.com",
                     *         "username": "gwen",
                     *         "phone": "01584 111 222",
                     *         "address": "1 Mill Lane",
                     *         "city": "Ludlow",
                     *         "postcode": "SY8 1AA",
                     *         "postalCode": "SY8 1AA",
                     *         "country": "United Kingdom",
                     *         "role": "customer",
                     *         "isVerified": true,
                     *         "hasResearchAccess": true,
                     *         "isActive": true,
                     *         "companyName": "Guest Farms Ltd",
                     *         "customerType": "agriculture",
                     *         "industry": "Arable",
                     *         "landSize": 120.5,
                     *         "cropTypes": "Wheat, barley",
                     *         "biocharApplications": "Soil improvement",
                     *         "totalLifetimeValue": 1250.5,
                     *         "emailOptIn": true,
                     *         "smsOptIn": false,
                     *         "preferredContactMethod": "phone",
                     *         "sustainabilityGoals": "Net zero by 2035",
                     *         "carbomReductionTarget": 40,
                     *         "createdAt": "2025-11-05T08:30:00.000Z",
                     *         "customerSegment": "wholesale",
                     *         "leadScore": 80,
                     *         "acquisitionSource": "event",
                     *         "tags": "vip, autumn",
                     *         "notes": "Met at the Ludlow show.",
                     *         "tradeList": null,
                     *         "orderCount": 4,
                     *         "version": 7
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["StaffUser"][];
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-List-Complete": components["headers"]["ListComplete"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postAdminUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nell New",
                 *       "email": "nell.new@example.com",
                 *       "username": "nell",
                 *       "password": "a long enough password",
                 *       "role": "customer"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** Format: email */
                    email: string;
                    username: string;
                    password: string;
                    /** @enum {string} */
                    role: "customer" | "packer" | "shop_manager" | "administrator";
                    /** @description Needed for a new email, and to give somebody a role of staff. */
                    currentPassword?: string;
                    /** @description Of the authenticator app, or a recovery code: needed with it where two-factor sign-in is on. */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description The user */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 12,
                     *       "name": "Gwen Guest",
                     *       "email": "gwen.guest@example.com",
                     *       "username": "gwen",
                     *       "phone": "01584 111 222",
                     *       "address": "1 Mill Lane",
                     *       "city": "Ludlow",
                     *       "postcode": "SY8 1AA",
                     *       "postalCode": "SY8 1AA",
                     *       "country": "United Kingdom",
                     *       "role": "customer",
                     *       "isVerified": true,
                     *       "hasResearchAccess": true,
                     *       "isActive": true,
                     *       "companyName": "Guest Farms Ltd",
                     *       "customerType": "agriculture",
                     *       "industry": "Arable",
                     *       "landSize": 120.5,
                     *       "cropTypes": "Wheat, barley",
                     *       "biocharApplications": "Soil improvement",
                     *       "totalLifetimeValue": 1250.5,
                     *       "emailOptIn": true,
                     *       "smsOptIn": false,
                     *       "preferredContactMethod": "phone",
                     *       "sustainabilityGoals": "Net zero by 2035",
                     *       "carbomReductionTarget": 40,
                     *       "createdAt": "2025-11-05T08:30:00.000Z",
                     *       "customerSegment": "wholesale",
                     *       "leadScore": 80,
                     *       "acquisitionSource": "event",
                     *       "tags": "vip, autumn",
                     *       "notes": "Met at the Ludlow show.",
                     *       "tradeList": null,
                     *       "orderCount": 4,
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["StaffUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    putAdminUsersId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The user's id.
                 * @example 12
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Gwen Guest",
                 *       "email": "gwen.guest@example.com",
                 *       "username": "gwen",
                 *       "phone": "01584 111 222",
                 *       "address": "1 Mill Lane",
                 *       "city": "Ludlow",
                 *       "postcode": "SY8 1AA",
                 *       "postalCode": "SY8 1AA",
                 *       "country": "United Kingdom",
                 *       "role": "customer",
                 *       "isVerified": true,
                 *       "hasResearchAccess": true,
                 *       "isActive": true,
                 *       "companyName": "Guest Farms Ltd",
                 *       "customerType": "agriculture",
                 *       "customerSegment": "wholesale",
                 *       "industry": "Arable",
                 *       "landSize": 120.5,
                 *       "cropTypes": "Wheat, barley",
                 *       "biocharApplications": "Soil improvement",
                 *       "leadScore": 80,
                 *       "totalLifetimeValue": 1250.5,
                 *       "acquisitionSource": "event",
                 *       "tags": "vip, autumn",
                 *       "notes": "Met at the Ludlow show.",
                 *       "emailOptIn": true,
                 *       "smsOptIn": false,
                 *       "preferredContactMethod": "phone",
                 *       "sustainabilityGoals": "Net zero by 2035",
                 *       "carbomReductionTarget": 40
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** Format: email */
                    email: string;
                    /** @enum {string} */
                    role: "customer" | "packer" | "shop_manager" | "administrator";
                    isVerified: boolean;
                    hasResearchAccess: boolean;
                    isActive: boolean;
                    username?: string;
                    phone?: string;
                    address?: string;
                    city?: string;
                    postcode?: string;
                    country?: string;
                    companyName?: string;
                    /** @enum {string} */
                    customerType?: "individual" | "business" | "agriculture" | "research" | "government" | "ngo";
                    industry?: string;
                    landSize?: number | null;
                    cropTypes?: string;
                    biocharApplications?: string;
                    emailOptIn?: boolean;
                    smsOptIn?: boolean;
                    /** @enum {string|null} */
                    preferredContactMethod?: "email" | "phone" | "sms" | "mail" | "none" | null;
                    sustainabilityGoals?: string;
                    carbomReductionTarget?: number | null;
                    /** @enum {string|null} */
                    customerSegment?: "retail" | "wholesale" | "enterprise" | "academic" | "startup" | null;
                    leadScore?: number | null;
                    /** @enum {string|null} */
                    acquisitionSource?: "website" | "search" | "social" | "referral" | "email" | "event" | "direct" | null;
                    tradeList?: string | null;
                    tags?: string;
                    notes?: string;
                    postalCode?: string;
                    totalLifetimeValue?: number | string;
                    /** @description Needed for a new email, and to give somebody a role of staff. */
                    currentPassword?: string;
                    /** @description Of the authenticator app, or a recovery code: needed with it where two-factor sign-in is on. */
                    code?: string;
                    /** @description The version that was read: when somebody has changed the user since, the answer is a 409. */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 12,
                     *       "name": "Gwen Guest",
                     *       "email": "gwen.guest@example.com",
                     *       "username": "gwen",
                     *       "phone": "01584 111 222",
                     *       "address": "1 Mill Lane",
                     *       "city": "Ludlow",
                     *       "postcode": "SY8 1AA",
                     *       "postalCode": "SY8 1AA",
                     *       "country": "United Kingdom",
                     *       "role": "customer",
                     *       "isVerified": true,
                     *       "hasResearchAccess": true,
                     *       "isActive": true,
                     *       "companyName": "Guest Farms Ltd",
                     *       "customerType": "agriculture",
                     *       "industry": "Arable",
                     *       "landSize": 120.5,
                     *       "cropTypes": "Wheat, barley",
                     *       "biocharApplications": "Soil improvement",
                     *       "totalLifetimeValue": 1250.5,
                     *       "emailOptIn": true,
                     *       "smsOptIn": false,
                     *       "preferredContactMethod": "phone",
                     *       "sustainabilityGoals": "Net zero by 2035",
                     *       "carbomReductionTarget": 40,
                     *       "createdAt": "2025-11-05T08:30:00.000Z",
                     *       "customerSegment": "wholesale",
                     *       "leadScore": 80,
                     *       "acquisitionSource": "event",
                     *       "tags": "vip, autumn",
                     *       "notes": "Met at the Ludlow show.",
                     *       "tradeList": null,
                     *       "orderCount": 4,
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["StaffUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteAdminUsersId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The user's id.
                 * @example 12
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "User deleted successfully"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example User deleted successfully
                         */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    putAdminUsersIdStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The user's id.
                 * @example 12
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": false
                 *     }
                 */
                "application/json": {
                    isActive: boolean;
                };
            };
        };
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 12,
                     *       "name": "Gwen Guest",
                     *       "email": "gwen.guest@example.com",
                     *       "username": "gwen",
                     *       "phone": "01584 111 222",
                     *       "address": "1 Mill Lane",
                     *       "city": "Ludlow",
                     *       "postcode": "SY8 1AA",
                     *       "postalCode": "SY8 1AA",
                     *       "country": "United Kingdom",
                     *       "role": "customer",
                     *       "isVerified": true,
                     *       "hasResearchAccess": true,
                     *       "isActive": true,
                     *       "companyName": "Guest Farms Ltd",
                     *       "customerType": "agriculture",
                     *       "industry": "Arable",
                     *       "landSize": 120.5,
                     *       "cropTypes": "Wheat, barley",
                     *       "biocharApplications": "Soil improvement",
                     *       "totalLifetimeValue": 1250.5,
                     *       "emailOptIn": true,
                     *       "smsOptIn": false,
                     *       "preferredContactMethod": "phone",
                     *       "sustainabilityGoals": "Net zero by 2035",
                     *       "carbomReductionTarget": 40,
                     *       "createdAt": "2025-11-05T08:30:00.000Z",
                     *       "customerSegment": "wholesale",
                     *       "leadScore": 80,
                     *       "acquisitionSource": "event",
                     *       "tags": "vip, autumn",
                     *       "notes": "Met at the Ludlow show.",
                     *       "tradeList": null,
                     *       "orderCount": 4,
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["StaffUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    postAdminUsersIdResetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The user's id.
                 * @example 12
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Password reset email sent"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description For a person to read.
                         * @example Password reset email sent
                         */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    putAdminUsersIdVerify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The user's id.
                 * @example 12
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 12,
                     *       "name": "Gwen Guest",
                     *       "email": "gwen.guest@example.com",
                     *       "username": "gwen",
                     *       "phone": "01584 111 222",
                     *       "address": "1 Mill Lane",
                     *       "city": "Ludlow",
                     *       "postcode": "SY8 1AA",
                     *       "postalCode": "SY8 1AA",
                     *       "country": "United Kingdom",
                     *       "role": "customer",
                     *       "isVerified": true,
                     *       "hasResearchAccess": true,
                     *       "isActive": true,
                     *       "companyName": "Guest Farms Ltd",
                     *       "customerType": "agriculture",
                     *       "industry": "Arable",
                     *       "landSize": 120.5,
                     *       "cropTypes": "Wheat, barley",
                     *       "biocharApplications": "Soil improvement",
                     *       "totalLifetimeValue": 1250.5,
                     *       "emailOptIn": true,
                     *       "smsOptIn": false,
                     *       "preferredContactMethod": "phone",
                     *       "sustainabilityGoals": "Net zero by 2035",
                     *       "carbomReductionTarget": 40,
                     *       "createdAt": "2025-11-05T08:30:00.000Z",
                     *       "customerSegment": "wholesale",
                     *       "leadScore": 80,
                     *       "acquisitionSource": "event",
                     *       "tags": "vip, autumn",
                     *       "notes": "Met at the Ludlow show.",
                     *       "tradeList": null,
                     *       "orderCount": 4,
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["StaffUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getPaypalSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A token for one browser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientToken": "eyJhbGciOiJSUzI1NiJ9"
                     *     }
                     */
                    "application/json": {
                        /** @example eyJhbGciOiJSUzI1NiJ9 */
                        clientToken: string;
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPaypalOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "49.98",
                 *       "currency": "GBP",
                 *       "intent": "capture"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description In the shop's currency, with at most two decimals.
                     * @example 19.99
                     */
                    amount: number | string;
                    currency: string;
                    intent: string;
                    /** @description What a checkout page shows: the payment is for exactly that, or is refused. */
                    shown?: {
                        /** @description The checkout form, as it was filled in. */
                        form: {
                            firstName: string;
                            lastName: string;
                            email: string;
                            /** @default  */
                            phone?: string;
                            address: string;
                            city: string;
                            postcode: string;
                            /** @default United Kingdom */
                            country?: string;
                            /** @default false */
                            sameShipping?: boolean;
                            /** @default  */
                            shippingAddress?: string;
                            /** @default  */
                            shippingCity?: string;
                            /** @default  */
                            shippingPostcode?: string;
                            /** @default United Kingdom */
                            shippingCountry?: string;
                            /** @default false */
                            expressDelivery?: boolean;
                            /** @default  */
                            deliveryOption?: string;
                            /** @default  */
                            collectionSlot?: string;
                            /** @default  */
                            driverAsked?: string;
                            /**
                             * @default
                             * @enum {string}
                             */
                            driverAccess?: "" | "articulated" | "rigid" | "small" | "unsure";
                            /** @default false */
                            driverTailLift?: boolean;
                            /** @default false */
                            driverForklift?: boolean;
                            /** @default false */
                            driverSomebodyThere?: boolean;
                            /** @default  */
                            driverBadDays?: string;
                            /** @default  */
                            marketingAsked?: string;
                            /** @default  */
                            marketingRefused?: string;
                        };
                        /**
                         * @description Of the amount on the button, small letters; none is pounds.
                         * @enum {string}
                         */
                        currency?: "gbp" | "eur" | "usd";
                        /** @description What the page shows of the cart. */
                        items: {
                            productId: number;
                            quantity: number;
                        }[];
                    };
                };
            };
        };
        responses: {
            /** @description PayPal's order */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5O190127TN364715T",
                     *       "status": "CREATED"
                     *     }
                     */
                    "application/json": {
                        /** @example 5O190127TN364715T */
                        id: string;
                        /** @example CREATED */
                        status: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrOutOfStock"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPaypalOrderOrderIdCapture: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id that PayPal gave its order.
                 * @example 5O190127TN364715T
                 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description PayPal's order, captured */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5O190127TN364715T",
                     *       "status": "COMPLETED",
                     *       "orderId": 41,
                     *       "invoiceNumber": "INV-1772453100000",
                     *       "captureId": "3C679366HH908993F"
                     *     }
                     */
                    "application/json": {
                        /** @example 5O190127TN364715T */
                        id: string;
                        /** @example COMPLETED */
                        status: string;
                        /**
                         * @description The shop's order; none while PayPal is still deciding.
                         * @example 41
                         */
                        orderId?: number;
                        /** @example INV-1772453100000 */
                        invoiceNumber?: string;
                        /**
                         * @description The transactionId of POST /api/orders.
                         * @example 3C679366HH908993F
                         */
                        captureId?: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description PayPal is still deciding */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5O190127TN364715T",
                     *       "status": "COMPLETED",
                     *       "orderId": 41,
                     *       "invoiceNumber": "INV-1772453100000",
                     *       "captureId": "3C679366HH908993F"
                     *     }
                     */
                    "application/json": {
                        /** @example 5O190127TN364715T */
                        id: string;
                        /** @example COMPLETED */
                        status: string;
                        /**
                         * @description The shop's order; none while PayPal is still deciding.
                         * @example 41
                         */
                        orderId?: number;
                        /** @example INV-1772453100000 */
                        invoiceNumber?: string;
                        /**
                         * @description The transactionId of POST /api/orders.
                         * @example 3C679366HH908993F
                         */
                        captureId?: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["PaymentFailed"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrOutOfStock"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while nothing changed. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI document */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0",
                     *       "paths": {}
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Unchanged since the given ETag */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
}
