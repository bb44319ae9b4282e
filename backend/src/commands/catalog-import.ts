import 'reflect-metadata';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { DataSource } from 'typeorm';
import { recordAudit } from '../audit/audit.js';
import type { ImportCounts } from '../contract/catalog/imports.js';
import { SUPPORT_USER_ID } from '../contract/rules.js';
import { Config } from '../platform/config/config.js';
import { connectDatabase, createDataSource } from '../platform/database/data-source.js';
import { inTransaction } from '../platform/database/transaction.js';
import { errorSentence } from '../platform/errors/error-sentence.js';
import { prepareDatabase } from './prepare-database.js';
import { runCommand } from './run-command.js';
import { fetchPicture } from '../media/fetch-picture.js';
import { MediaStore } from '../media/media-store.js';
import { checkCatalogue, writeCatalogue, type ImportSources } from '../catalog/import/import-catalogue.js';
import type { NewImportLine } from '../catalog/import/import-plan.js';
import { ImportError, placed, type ImportNote } from '../catalog/import/read/import-product.js';
import { withImportLock } from '../catalog/import/import.locks.js';
import { PhotoChoice } from '../catalog/import/photo-choice.js';
import { PictureSource } from '../catalog/import/picture-source.js';

const USAGE = `npm run catalog:import -- FILE [--images DIR] [--dry-run]

FILE is Shopify's product CSV, or a JSON array of products. DIR holds the pictures that it names and, for products
without any, photographs listed in manifest.json or manifest.csv. --dry-run only tells what would be done.`;
const EVERY = 1_000;
const MAX_LINES = 50;

interface Task {
  db: DataSource;
  config: Config;
  file: string;
  images: string | undefined;
  /** Stops an import that has lost its lock: another one may write beside it. */
  signal?: AbortSignal;
}

/** Reads the command line, checks the file, imports it and prints the result. @returns the exit code */
async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { images: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) {
    console.error(USAGE);
    return 1;
  }
  const images = values.images === undefined ? undefined : path.resolve(values.images);
  if (images && !(await isFolder(images))) throw new Error(`There is no folder ${images}: see --images.`);
  const config = Config.ofProcess();
  await prepareDatabase(config);
  const db = await connectDatabase(createDataSource(config.directDatabaseUrl));
  const task = { db, config, file: path.resolve(file), images };
  try {
    if (values['dry-run']) await check(task, true);
    else
      await withImportLock(db, (signal) => importFile({ ...task, signal }), {
        waiting: () => console.log('Another import is running …'),
      });
    return 0;
  } finally {
    await db.destroy();
  }
}

const isFolder = (folder: string) =>
  stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );

/** @throws Error when the file has errors */
async function check(task: Task, isVerbose: boolean): Promise<void> {
  const errors: ImportNote[] = [];
  const counts = await checkCatalogue(await sourcesOf(task), task.file, (lines) => {
    for (const line of lines) {
      if (line.kind === 'error' && errors.length < MAX_LINES) errors.push(line as ImportNote);
      else if (isVerbose && line.kind !== 'error') console.log(reportLine(task.file, line));
    }
  });
  if (counts.errors > errors.length) console.error(`${counts.errors} errors, of which the first ${errors.length}:`);
  if (counts.errors > 0) throw new Error(`${new ImportError(task.file, errors).message}\nNothing was changed.`);
  if (isVerbose) console.log(`${summaryOf(counts)} Nothing was changed: this was a dry run.`);
}

async function importFile(task: Task): Promise<void> {
  const started = Date.now();
  await check(task, false);
  const counts = await write(task);
  // A person who runs commands on the server acts as the shop itself.
  const actor = { id: SUPPORT_USER_ID, isAdmin: true, loginId: '', address: 'catalog:import' };
  const entry = { action: 'import', subject: 'catalogue', name: path.basename(task.file), after: counts } as const;
  await inTransaction(task.db, (tx) => recordAudit(tx, actor, entry));
  console.log(summaryOf(counts));
  console.log(
    `${((Date.now() - started) / 1000).toFixed(1)} s. The worker makes the pictures' sizes as soon as it runs.`,
  );
}

/** @throws Error that says how many products were imported before it */
async function write(task: Task): Promise<ImportCounts> {
  let importedCount = 0;
  try {
    return await writeCatalogue(await sourcesOf(task), task.file, {
      done: async (_tx, lines) => {
        for (const line of lines) if (line.kind === 'warning') console.warn(reportLine(task.file, line));
      },
      committed: ({ products }) => {
        if (Math.floor((importedCount + products) / EVERY) > Math.floor(importedCount / EVERY))
          console.log(`${importedCount + products} products …`);
        importedCount += products;
      },
    });
  } catch (error) {
    const before = `${importedCount} products of the file were imported before that: run it again to go on.`;
    throw new Error(`${errorSentence(error)}\n${importedCount > 0 ? before : 'Nothing was changed.'}`, {
      cause: error,
    });
  }
}

async function sourcesOf({ db, config, images, signal }: Task): Promise<ImportSources> {
  const store = MediaStore.of(config);
  const isPrivateAllowed = config.fetchesFromPrivateNetwork;
  const pictures = new PictureSource(db, store, images, (address) => fetchPicture(address, { isPrivateAllowed }));
  return { db, pictures, photos: images ? await PhotoChoice.open(images, db) : undefined, signal };
}

const reportLine = (file: string, { kind, fields, ...line }: NewImportLine) =>
  kind === 'warning'
    ? placed(file, { ...line, kind })
    : `${file}:${line.line}: ${kind} ${line.message}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`;

const summaryOf = ({ created, updated, unchanged, variants, warnings }: ImportCounts) =>
  created + updated === 0
    ? `Nothing differs: all ${unchanged} products are in the catalogue already.`
    : `${created} products created, ${updated} updated, ${unchanged} left as they are; ${variants} variants, ${warnings} warnings.`;

await runCommand(run);
