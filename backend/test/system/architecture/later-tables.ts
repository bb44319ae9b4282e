/**
 * SQL that reads tables of later modules. The list only shrinks: take a line out when its module registers what it knows
 * (its part of a person's data, of the ledger check, of a mail) with the earlier one.
 */
export const LATER_TABLES: Record<string, string[]> = {
  'audit/audit.sql.ts': ['users'],
  'catalog/products/purchases.sql.ts': ['order_items', 'orders'],
  'mail/mails.sql.ts': ['order_events', 'users'],
  'orders/admin/admin-orders.sql.ts': ['payment_intents'],
  'orders/order/disputes.sql.ts': ['chargebacks', 'payment_intents'],
  'orders/transitions/refunded.sql.ts': ['chargebacks'],
};
