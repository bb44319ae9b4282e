import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { QueryRunner } from 'typeorm';
import type { MigrationClass } from '../../../src/platform/database/run-migrations.js';

const FOLDER = path.join(import.meta.dirname, '../../../src/platform/database/migrations');

/** The upgrade from release 0.1 needs a stopped shop. From this migration on, the shop serves while it migrates. */
const FIRST_ONLINE = 10;

/** Rules that do not apply: the runner sets both timeouts, and ids of this shop's tables are integers by its contract. */
const NOT_OURS = [
  ...['require-lock-timeout', 'require-statement-timeout'],
  ...['prefer-bigint-over-int', 'prefer-bigint-over-smallint'],
];

/** Squawk has no program for some platforms. */
const squawk = path.join(createRequire(import.meta.url).resolve('squawk-cli/package.json'), '../js/bin/squawk');
const hasSquawk = existsSync(path.join(squawk, `../../../../@squawk-cli/${process.platform}-${process.arch}`));
const testWithSquawk = hasSquawk ? test : test.skip;

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'may-squawk-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const files = readdirSync(FOLDER).filter((name) => /^\d+-.*\.ts$/.test(name));
const numberOf = (file: string) => Number.parseInt(file, 10);

/** @returns the rules that a migration breaks, with their lines in its SQL */
async function lint(file: string): Promise<string[]> {
  const [migration] = Object.values((await import(path.join(FOLDER, file))) as Record<string, MigrationClass>);
  const instance = new migration!();
  const statements: string[] = [];
  const query = (sql: string) => {
    statements.push(`${sql.trim().replace(/;$/, '')};`);
    return Promise.resolve([]);
  };
  await instance.up({ query } as unknown as QueryRunner);
  const sql = path.join(folder, file.replace('.ts', '.sql'));
  writeFileSync(sql, statements.join('\n'));
  const inTransaction = instance.transaction === false ? [] : ['--assume-in-transaction'];
  const args = [squawk, '--pg-version=14', '--reporter=gcc', `--exclude=${NOT_OURS.join(',')}`, ...inTransaction, sql];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error);
  return [...stdout.matchAll(/:(\d+):\d+: (?:warning|error): (\S+)/g)].map(([, line, rule]) => `${rule} (${line})`);
}

testWithSquawk('a migration that runs beside an open shop blocks no shopper', async () => {
  for (const file of files.filter((name) => numberOf(name) >= FIRST_ONLINE))
    expect([file, ...(await lint(file))]).toEqual([file]);
});

testWithSquawk('a migration that scans a large table under a lock is found', async () => {
  const found = await lint(files.find((file) => numberOf(file) === 7)!);
  expect(found.map((rule) => rule.split(' ')[0])).toEqual(
    expect.arrayContaining(['constraint-missing-not-valid', 'require-concurrent-index-creation']),
  );
});
