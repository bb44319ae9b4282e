import type { MigrationInterface, QueryRunner } from 'typeorm';

const TRANSITIONS = [
  ...[
    'place',
    'pay',
    'cancel',
    'expire',
    'deliver',
    'undo_delivery',
    'request_refund',
    'approve_refund',
    'reject_refund',
  ],
  ...['delete_refund', 'return_late_payment', 'return_wrong_payment', 'card_refund', 'card_dispute', 'card_return'],
];

/**
 * Lets an order be delivered again after its delivery was taken back. Runs in steps, because it checks and indexes a large table.
 */
export class UndoDelivery1800000000023 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    const allowed = TRANSITIONS.map((transition) => `'${transition}'`).join(', ');
    for (const step of [
      `ALTER TABLE order_events DROP CONSTRAINT order_events_transition_check;
       ALTER TABLE order_events ADD CONSTRAINT order_events_transition_check CHECK (transition IN (${allowed})) NOT VALID`,
      'ALTER TABLE order_events VALIDATE CONSTRAINT order_events_transition_check',
      'DROP INDEX CONCURRENTLY IF EXISTS order_events_once_new',
      'DROP INDEX CONCURRENTLY IF EXISTS order_events_once_old',
      `CREATE UNIQUE INDEX CONCURRENTLY order_events_once_new ON order_events (order_id, transition)
         WHERE transition IN ('place', 'pay', 'approve_refund')`,
      `ALTER INDEX order_events_once RENAME TO order_events_once_old;
       ALTER INDEX order_events_once_new RENAME TO order_events_once`,
      'DROP INDEX CONCURRENTLY order_events_once_old',
    ])
      await runner.query(step);
  }

  down(): Promise<void> {
    throw new Error('Records of orders cannot be migrated back. Drop the database instead.');
  }
}
