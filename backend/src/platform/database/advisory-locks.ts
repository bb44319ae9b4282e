/*
 * The numbers of PostgreSQL's advisory locks, in one place so that none is given twice. A lock of one number and a lock of
 * two never meet. A number never changes: during an upgrade the processes of two releases take the same locks.
 */

/** The first of two numbers: what is locked. The second one is an id, or the hash of a text. */
export const LOCK_CLASSES = {
  uniqueNames: 770_002,
  idempotencyKeys: 770_003,
  pictures: 770_004,
  unpaidOrders: 770_005,
  unpaidNetworks: 770_006,
  curation: 770_007,
  bankTransfers: 770_008,
} as const;

/** Locks of one number, for work that one process does at a time. */
export const ADVISORY_LOCKS = {
  migrations: 770_001,
  dailyRollup: 770_004,
  imports: 770_014,
  vectorTable: 770_015,
  searchDocuments: 770_016,
  /** Every check of the ledger holds it in shared mode. */
  ledgerCheck: 770_025,
  /** Held by the worker that checks the ledger, or has just checked and stores the result. */
  ledgerTurn: 770_026,
  housekeeping: 770_041,
  /** Held while a restore is rehearsed beside the shop. */
  rehearsal: 770_042,
} as const;
