import pg from 'pg';
import type { EntityManager } from 'typeorm';
import { findViolations } from '../../src/ledger-check/ledger-check.js';
import { shop } from './client.js';

/**
 * Reads the ledger of the open shop for a whole test file: on one connection, with each statement prepared once, a check takes
 * a fifth of the time. Not from the shop's pool, which a test may have left busy.
 */
class LedgerReader {
  private readonly names = new Map<string, string>();

  private constructor(private readonly client: pg.Client) {}

  static async open(): Promise<LedgerReader> {
    const { database } = shop().db.driver;
    const url = new URL(process.env.MAY_TEST_SERVER ?? '');
    url.pathname = `/${database}`;
    const client = new pg.Client(url.href);
    // Another shop of the same file makes the database anew, which ends this connection.
    client.on('error', () => (reader = undefined));
    await client.connect();
    return new LedgerReader(client);
  }

  /** @returns the violations in one snapshot of the whole ledger */
  async violations() {
    await this.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    try {
      return await findViolations(this as unknown as EntityManager);
    } finally {
      await this.client.query('ROLLBACK');
    }
  }

  /** As an `EntityManager` runs a statement. */
  async query(text: string): Promise<unknown[]> {
    const name = this.names.get(text) ?? `invariant-${this.names.size}`;
    this.names.set(text, name);
    return (await this.client.query<object>({ name, text })).rows;
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

/** Tests empty the catalogue with TRUNCATE, which also takes the items of orders that are already placed. */
const hasLostItems = (row: unknown) => (row as { items?: unknown }).items === null;

let reader: Promise<LedgerReader> | undefined;
afterAll(async () => (await reader)?.close());

/** The whole ledger must be sound. */
export async function mustBeSound(): Promise<void> {
  const violations = await (await (reader ??= LedgerReader.open())).violations();
  expect(violations.filter(({ rows }) => !rows.every(hasLostItems))).toEqual([]);
}

/** Checks the whole ledger after each test of the file. */
export function expectSoundLedger(): void {
  afterEach(mustBeSound);
}
