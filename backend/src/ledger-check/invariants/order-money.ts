import type { Invariants } from './invariant.js';

/** The money of orders: what each costs, and what it has taken and given back. */
export const ORDER_MONEY_INVARIANTS: Invariants = {
  'the items of an order add up to its items price': ({ orders }) => `
    SELECT o.id, o.items_price, sum(i.qty * i.price)::text AS items FROM ${orders} o LEFT JOIN order_items i ON i.order_id = o.id
    GROUP BY o.id, o.items_price HAVING o.items_price <> coalesce(sum(i.qty * i.price), 0)`,

  'a paid order took its total once, any other order nothing': ({ orders }) => `
    SELECT o.id, o.total_price, o.paid_at, taken.sum::text FROM ${orders} o LEFT JOIN LATERAL (
      SELECT coalesce(sum(t.amount), 0) AS sum FROM transfers t
      WHERE t.order_id = o.id AND t.kind IN ('PAYMENT', 'CARD_PAYMENT', 'CASH_PAYMENT', 'BANK_PAYMENT')) taken ON true
    WHERE taken.sum <> CASE WHEN o.paid_at IS NULL THEN 0 ELSE o.total_price END`,

  // A refund at the card provider may give back a part. The order counts as refunded once all of it is back. What the shop regained
  // before its last refund is owed to the buyer again, unless the order had been refunded: then the shop kept it, and may have given a
  // part back by that refund. Releases up to 0.1 kept it from the buyer, too.
  'a refunded order gave its total back, any other order at most a part of it to its card': ({ orders }) => `
    SELECT o.id, o.total_price, o.refunded_at, given.to_wallet::text, given.to_card::text, given.regained::text
    FROM ${orders} o LEFT JOIN LATERAL (
      SELECT coalesce(sum(t.amount) FILTER (WHERE t.kind = 'REFUND'), 0) AS to_wallet,
        coalesce(sum(t.amount) FILTER (WHERE t.kind = 'CARD_REFUND'), 0) AS to_card,
        coalesce(sum(t.amount) FILTER (WHERE t.kind = 'CARD_REGAINED' AND t.id < t.last_refund), 0) AS regained
      FROM (
        SELECT id, kind, amount, max(id) FILTER (WHERE kind <> 'CARD_REGAINED') OVER () AS last_refund FROM transfers
        WHERE order_id = o.id AND kind IN ('REFUND', 'CARD_REFUND', 'CARD_REGAINED')) t) given ON true
    WHERE CASE WHEN o.refunded_at IS NOT NULL THEN given.to_wallet + given.to_card NOT BETWEEN o.total_price AND o.total_price + given.regained
      ELSE given.to_wallet > 0 OR (given.to_card > 0 AND given.to_card - given.regained >= o.total_price) END`,

  'a paid order with a coupon booked its discount once, any other order none': ({ orders }) => `
    SELECT o.id, o.discount, o.paid_at, booked.sum::text FROM ${orders} o LEFT JOIN LATERAL (
      SELECT coalesce(sum(t.amount), 0) AS sum FROM transfers t
      WHERE t.order_id = o.id AND t.kind = 'DISCOUNT') booked ON true
    WHERE booked.sum <> CASE WHEN o.paid_at IS NULL THEN 0 ELSE o.discount END`,
};
