// @ts-check

/**
 * @typedef {object} Guard a few characters of the code that keep money right
 * @property {string} name what it guards
 * @property {string} file in backend/src
 * @property {string} code as it stands there, once
 * @property {string} without what stands there when the guard is gone
 * @property {string} specs the test files, as jest's --testPathPatterns, one of which must then fail
 */

/** @type {Guard[]} */
export const GUARDS = [
  {
    name: "another's order is not found",
    file: 'orders/orders.service.ts',
    code: 'where: { ...visibleTo(me), id },',
    without: 'where: { id },',
    specs: 'test/orders/orders',
  },
  {
    name: "another's order is not paid for",
    file: 'db/locks.ts',
    code: '(o.id, o.user_id) IN (SELECT * FROM unnest(:ids::integer[], :owners::integer[]))',
    without: 'o.id = ANY (:ids::integer[])',
    specs: 'test/paybox/payment',
  },
  {
    name: 'an order changes under its lock',
    file: 'db/locks.ts',
    code: "tx.findOne(Order, { where, lock: { mode: 'pessimistic_write' } })",
    without: 'tx.findOne(Order, { where })',
    specs: 'test/(races|orders|paybox)/',
  },
  {
    name: 'orders that are paid together change under their locks',
    file: 'db/locks.ts',
    code: ".setLock('pessimistic_write').getMany()",
    without: '.getMany()',
    specs: 'test/(races|paybox)/',
  },
  {
    name: 'payments that come together wait for nobody',
    file: 'db/locks.ts',
    code: "query.setOnLocked('skip_locked')",
    without: 'query',
    specs: 'test/races/together',
  },
  {
    name: 'only an unpaid order is paid',
    file: 'orders/order.entity.ts',
    code: "if (this.isPaid) throw new ShopError(409, 'Đơn hàng đã được thanh toán.');",
    without: '',
    specs: 'test/paybox/payment',
  },
  {
    name: 'the page must have shown the right total',
    file: 'orders/orders.service.ts',
    code: 'if (totals.totalPrice !== wanted.totalPrice)',
    without: 'if (totals.totalPrice > wanted.totalPrice + 1e12)',
    specs: 'test/orders/placeorder',
  },
  {
    name: 'stock does not fall below zero (the UPDATE)',
    file: 'catalog/stock.ts',
    code: 'AND v.stock_quantity + line.qty >= 0',
    without: '',
    specs: 'test/orders/placeorder',
  },
  {
    name: 'cancelling gives the goods back',
    file: 'orders/cancel-order.ts',
    code: 'await returnStock(tx, order.id, await tx.findBy(OrderItem, { orderId: order.id }));',
    without: '',
    specs: 'test/orders/orders',
  },
  {
    name: 'cancelling gives the coupon back',
    file: 'orders/cancel-order.ts',
    code: 'await returnCoupon(tx, order.id);',
    without: '',
    specs: 'test/coupons/',
  },
  {
    name: 'a coupon is held under its lock',
    file: 'db/locks.ts',
    code: "tx.findOne(Coupon, { where: { id }, lock: { mode: 'pessimistic_write' } })",
    without: 'tx.findOne(Coupon, { where: { id } })',
    specs: 'test/(races|coupons)/',
  },
  {
    name: 'a coupon has a limit',
    file: 'coupons/coupon-uses.ts',
    code: 'if (usageLimit !== null && row.uses >= usageLimit) throw new CouponRefused(USED_UP);',
    without: '',
    specs: 'test/coupons/',
  },
  {
    name: 'a wallet spends only what it holds (the UPDATE)',
    file: 'ledger/ledger.ts',
    code: 'WHERE a.id = due.wallet_id AND a.balance + due.change >= 0',
    without: 'WHERE a.id = due.wallet_id',
    specs: 'test/paybox/payment',
  },
  {
    name: 'a wallet never holds less than nothing (the CHECK)',
    file: 'db/migrations/1-foundation.ts',
    code: "CHECK (CASE WHEN kind = 'wallet' THEN balance >= 0 ELSE balance = 0 END)",
    without: 'CHECK (true)',
    specs: 'test/paybox/payment',
  },
  {
    name: 'an order moves money once for each kind (the key)',
    file: 'db/migrations/1-foundation.ts',
    code: 'UNIQUE (order_id, kind),',
    without: '',
    specs: 'test/paybox/payment',
  },
  {
    name: 'a locked wallet spends nothing',
    file: 'paybox/pay-from-wallets.ts',
    code: 'passes(nth, refusalOf(() => wallet.mustBeActive()))',
    without: 'true',
    specs: 'test/paybox/',
  },
  {
    name: 'records are final (the triggers)',
    file: 'db/migrations/3-money.ts',
    code: 'BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}',
    without: 'BEFORE TRUNCATE ON ${table}',
    specs: 'test/(paybox|ledger|races|db)/',
  },
  {
    name: 'records are final (the role)',
    file: 'db/migrations/3-money.ts',
    code: "REVOKE UPDATE, DELETE ON ${APPEND_ONLY.join(', ')}, migrations FROM may_app;",
    without: '',
    specs: 'test/(paybox|ledger|races|db)/',
  },
  {
    name: 'an intent is settled once',
    file: 'payments/settle.ts',
    code: 'tx.update(PaymentIntent, { id, settledAt: IsNull() }, booked)',
    without: 'tx.update(PaymentIntent, { id }, booked)',
    specs: 'test/payments/',
  },
  {
    name: 'the amount that was charged is the amount that was asked for',
    file: 'payments/settle.ts',
    code: "['amount received', told.amount_received, asked.amount],",
    without: '',
    specs: 'test/payments/',
  },
  {
    name: 'the charge is the one of this user',
    file: 'payments/settle.ts',
    code: "['user', told.metadata?.user_id, String(asked.userId)],",
    without: '',
    specs: 'test/payments/',
  },
  {
    name: 'the charge is in đồng',
    file: 'payments/settle.ts',
    code: "['currency', told.currency, 'vnd'],",
    without: '',
    specs: 'test/payments/',
  },
  {
    name: 'an event that came before is not booked again',
    file: 'payments/webhooks.service.ts',
    code: 'if (await isNews(tx, event)) await book(tx, event);',
    without: 'await isNews(tx, event); await book(tx, event);',
    specs: 'test/payments/',
  },
  {
    name: 'an event must be signed',
    file: 'payments/card-provider.ts',
    code: 'return stripe.webhooks.constructEvent(payload, signature, cardKeys(this.config).webhookSecret);',
    without: 'return JSON.parse(payload.toString()) as Stripe.Event;',
    specs: 'test/payments/webhook',
  },
  {
    name: 'a deposit is confirmed by whoever made it',
    file: 'payments/deposits.service.ts',
    code: "{ id: intentId, userId, purpose: 'deposit' }",
    without: "{ id: intentId, purpose: 'deposit' }",
    specs: 'test/payments/deposits',
  },
  {
    name: 'attempts with the same key take turns',
    file: 'common/once.ts',
    code: 'await lockRequest(tx, alone).catch(stillRunning);',
    without: '',
    specs: 'test/(races|orders|paybox)/',
  },
  {
    name: 'a key stands for one request',
    file: 'common/once.ts',
    code: 'if (row && row.request_hash !== attempt.fingerprint)',
    without: 'if (!row && attempt.key === null)',
    specs: 'test/(orders|paybox|refunds)/',
  },
  {
    name: 'a request is decided once',
    file: 'orders/refund-request.entity.ts',
    code: "if (this.isApproved !== null) throw new ShopError(409, 'Yêu cầu hoàn tiền đã được xử lý.');",
    without: '',
    specs: 'test/refunds/',
  },
  {
    name: 'refunds are for paid orders',
    file: 'refunds/refunds.service.ts',
    code: 'order.mustBePaid();',
    without: '',
    specs: 'test/refunds/',
  },
  {
    name: 'delivered goods do not come back into stock',
    file: 'refunds/refunds.service.ts',
    code: 'if (!order.deliveredAt) await returnStock',
    without: 'await returnStock',
    specs: 'test/refunds/',
  },
];
