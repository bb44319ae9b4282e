import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APPLICATION_ROLE } from './baseline/application-role.js';
import { AUDIT } from './baseline/audit.js';
import { AUTH } from './baseline/auth.js';
import { CATALOG } from './baseline/catalog.js';
import { CHAT } from './baseline/chat.js';
import { COUPONS } from './baseline/coupons.js';
import { DASHBOARD } from './baseline/dashboard.js';
import { LEDGER } from './baseline/ledger.js';
import { LEDGER_AUDIT } from './baseline/ledger-audit.js';
import { MAIL } from './baseline/mail.js';
import { MEDIA } from './baseline/media.js';
import { ORDERS } from './baseline/orders.js';
import { PAYBOX } from './baseline/paybox.js';
import { PAYMENTS } from './baseline/payments.js';
import { PLATFORM } from './baseline/platform.js';
import { SANDBOX } from './baseline/sandbox.js';
import { SEARCH } from './baseline/search.js';
import { SETTINGS } from './baseline/settings.js';
import { TEXT_FUNCTIONS } from './baseline/text-functions.js';
import { NEW_TRIGGERS, RENAMES } from './baseline/upgrade-from-0.1.js';

/** In the order in which their tables refer to each other. */
const MODULES = [
  ...[PLATFORM, AUDIT, SETTINGS, MEDIA, MAIL, AUTH, CATALOG, SEARCH, COUPONS, LEDGER, ORDERS],
  ...[PAYBOX, PAYMENTS, SANDBOX, LEDGER_AUDIT, CHAT, DASHBOARD],
];
const part = (name: keyof (typeof MODULES)[number]) => MODULES.map((module) => module[name] ?? '').join('\n');

/** The last migration of release 0.1. */
const LAST_OF_0_1 = 'UnpaidOrders1700000000031';

/**
 * The schema of the first release. In a database of release 0.1, which has the same tables under older names, it renames
 * them; processes of 0.1 must be stopped before.
 */
export class Baseline1800000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const applied = (await runner.query('SELECT name FROM migrations')) as { name: string }[];
    if (applied.length === 0) return create(runner);
    if (!applied.some(({ name }) => name === LAST_OF_0_1)) {
      throw new Error('This database is older than release 0.1. Start release 0.1 once, then this one.');
    }
    await upgrade(runner);
  }

  down(): Promise<void> {
    throw new Error('Records of money cannot be migrated back. Drop the database instead.');
  }
}

async function create(runner: QueryRunner): Promise<void> {
  await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE SCHEMA sandbox;');
  await runner.query(TEXT_FUNCTIONS);
  for (const name of ['tables', 'views', 'references', 'functions', 'triggers'] as const)
    await runner.query(part(name));
  await runner.query(`INSERT INTO accounts (kind)
    VALUES ('card_clearing'), ('sales'), ('corrections'), ('discounts'), ('refunds'), ('disputed'), ('receivables')`);
  await runner.query(APPLICATION_ROLE);
}

async function upgrade(runner: QueryRunner): Promise<void> {
  await runner.query(RENAMES);
  // The bodies of functions name tables, too.
  await runner.query(part('functions').replaceAll('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
  await runner.query(NEW_TRIGGERS);
}
