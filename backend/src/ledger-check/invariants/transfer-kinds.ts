import type { TransferKind } from '../../ledger/ledger.js';
import type { Invariants } from './invariant.js';

/** A transfer goes from the account that it debits to the one that it credits; `ledger.ts` explains the kinds. */
export const TRANSFER_KIND_INVARIANTS: Invariants = {
  'a transfer goes between the accounts that its kind is for': ({ transfers }) => `
    SELECT t.id, t.kind, debit.kind AS debit, credit.kind AS credit FROM ${transfers} t
    JOIN accounts debit ON debit.id = t.debit_account_id JOIN accounts credit ON credit.id = t.credit_account_id
    WHERE (t.kind, debit.kind, credit.kind) NOT IN (${sqlRows(ACCOUNTS)}) AND t.kind <> 'TRANSFER'
      AND (t.kind, debit.kind) NOT IN (${sqlRows(CHARGEBACK_ACCOUNTS)})
    UNION ALL
    SELECT t.id, t.kind, c.kind, credit.kind FROM ${transfers} t
    JOIN accounts credit ON credit.id = t.credit_account_id LEFT JOIN chargebacks c ON c.id = t.chargeback_id
    WHERE t.kind IN ('CARD_REFUND', 'CARD_DEBIT', 'CARD_OWED')
      AND credit.kind IS DISTINCT FROM CASE c.kind WHEN 'refund' THEN 'card_clearing' WHEN 'dispute' THEN 'disputed' END`,
};

/** The kinds of the debited and the credited account. Kinds of transfers that have several ways are here several times. */
const ACCOUNTS: readonly [TransferKind, debit: string, credit: string][] = [
  ['DEPOSIT', 'card_clearing', 'wallet'],
  ['PAYMENT', 'wallet', 'sales'],
  ['CARD_PAYMENT', 'card_clearing', 'sales'],
  ['DISCOUNT', 'discounts', 'sales'],
  ['LATE_PAYMENT', 'card_clearing', 'wallet'],
  ['REFUND', 'refunds', 'wallet'],
  ['DISPUTE', 'disputed', 'card_clearing'],
  ['DISPUTE_WON', 'card_clearing', 'disputed'],
  ['CARD_REGAINED', 'card_clearing', 'corrections'],
  ['CARD_CREDIT', 'card_clearing', 'wallet'],
  ['CARD_SETTLED', 'card_clearing', 'receivables'],
  ['DEBT_PAYMENT', 'wallet', 'receivables'],
  ['CASH_PAYMENT', 'cash', 'sales'],
  ['BANK_PAYMENT', 'bank', 'sales'],
  ['BANK_PAYMENT', 'unmatched', 'sales'],
  ['BANK_CREDIT', 'bank', 'wallet'],
  ['BANK_CREDIT', 'unmatched', 'wallet'],
  ['BANK_UNMATCHED', 'bank', 'unmatched'],
  ['BANK_RETURNED', 'unmatched', 'bank'],
];

/** The debited account of what a card takes back. The credited one depends on the chargeback: a refund or a dispute. */
const CHARGEBACK_ACCOUNTS: readonly [TransferKind, debit: string][] = [
  ['CARD_REFUND', 'refunds'],
  ['CARD_DEBIT', 'wallet'],
  ['CARD_OWED', 'receivables'],
];

const sqlRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `(${row.map((value) => `'${value}'`).join(', ')})`).join(', ');
