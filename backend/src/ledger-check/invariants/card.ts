import type { Invariants } from './invariant.js';

/** Card payments, chargebacks, and the debts that chargebacks leave. */
export const CARD_INVARIANTS: Invariants = {
  // A dispute withholds the amount, then releases it or takes it for good; a refund takes it at once. Either may come back.
  'what a card took back is booked up to its stage, once': ({ chargebacks }) => `
    SELECT c.id, c.kind, c.stage, c.amount, m.held::text, m.released::text, m.gone::text, m.back::text FROM ${chargebacks} c
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE t.kind = 'DISPUTE'), 0) AS held,
        coalesce(sum(amount) FILTER (WHERE t.kind = 'DISPUTE_WON'), 0) AS released,
        coalesce(sum(amount) FILTER (WHERE t.kind IN ('CARD_REFUND', 'CARD_DEBIT', 'CARD_OWED')), 0) AS gone,
        coalesce(sum(amount) FILTER (WHERE t.kind IN ('CARD_REGAINED', 'CARD_CREDIT', 'CARD_SETTLED')), 0) AS back
      FROM transfers t WHERE t.chargeback_id = c.id) m ON true
    WHERE m.gone <> CASE WHEN c.stage IN ('lost', 'funds_reinstated') THEN c.amount ELSE 0 END
      OR m.back <> CASE c.stage WHEN 'funds_reinstated' THEN c.amount ELSE 0 END
      OR m.held - m.released <> CASE WHEN c.stage = 'funds_withdrawn' OR (c.kind = 'dispute' AND m.gone > 0) THEN c.amount ELSE 0 END
      OR m.held NOT IN (0, c.amount)`,

  'what a card took back names the order of its payment': ({ ownedTransfers }) => `
    SELECT t.id, t.kind, t.order_id, i.order_id AS order_of_payment FROM ${ownedTransfers} t
    LEFT JOIN chargebacks c ON c.id = t.chargeback_id LEFT JOIN payment_intents i ON i.id = c.payment_intent_id
    WHERE t.kind IN ('DISPUTE', 'DISPUTE_WON', 'CARD_REFUND', 'CARD_DEBIT', 'CARD_OWED', 'CARD_REGAINED', 'CARD_CREDIT', 'CARD_SETTLED')
      AND (i.id IS NULL OR t.order_id IS DISTINCT FROM i.order_id)`,

  'nobody owes less than nothing': () => `
    SELECT user_id, owed FROM receivables WHERE owed < 0`,

  'a settled intent moved its amount once, any other intent nothing': ({ intents }) => `
    SELECT i.id, i.amount, i.settled_at, t.amount AS moved FROM ${intents} i
    LEFT JOIN transfers t ON t.payment_intent_id = i.id
    WHERE coalesce(t.amount, 0) <> CASE WHEN i.settled_at IS NULL THEN 0 ELSE i.amount END`,

  'an intent for an order paid it or went to the wallet, one for a deposit is a deposit': ({ intents }) => `
    SELECT i.id, i.purpose, t.kind FROM ${intents} i JOIN transfers t ON t.payment_intent_id = i.id
    WHERE t.order_id IS DISTINCT FROM i.order_id
      OR (t.kind = 'DEPOSIT') <> (i.purpose = 'deposit') OR t.kind NOT IN ('DEPOSIT', 'CARD_PAYMENT', 'LATE_PAYMENT')`,

  // Every scope checks all pending deposits, as they are few.
  'a pending deposit waits for an open intent': () => `
    SELECT w.id, w.payment_intent_id, i.settled_at, i.closed_at FROM wallet_transactions w
    LEFT JOIN payment_intents i ON i.id = w.payment_intent_id
    WHERE w.status = 'PENDING' AND (i.id IS NULL OR i.settled_at IS NOT NULL OR i.closed_at IS NOT NULL)`,
};
