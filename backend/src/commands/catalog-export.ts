import 'reflect-metadata';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Config } from '../platform/config/config.js';
import { connectDatabase, createDataSource } from '../platform/database/data-source.js';
import { prepareDatabase } from './prepare-database.js';
import { runCommand } from './run-command.js';
import { exportRows, exportWriter } from '../catalog/export/export-catalogue.js';

const USAGE = `npm run catalog:export -- FILE

Writes the whole catalogue as Shopify's product CSV; catalog:import reads it.`;

/** Reads the command line and writes the whole file or nothing. @returns the exit code */
async function run(): Promise<number> {
  const [name, ...others] = process.argv.slice(2);
  if (!name || name.startsWith('-') || others.length > 0) {
    console.error(USAGE);
    return 1;
  }
  const config = Config.ofProcess();
  await prepareDatabase(config);
  const db = await connectDatabase(createDataSource(config.directDatabaseUrl));
  const file = path.resolve(name);
  const aside = `${file}.${process.pid}`;
  let rows = 0;
  const counted = async function* () {
    for await (const row of exportRows(db, config.publicUrl)) {
      rows += 1;
      yield row;
    }
  };
  try {
    await pipeline(Readable.from(counted()), exportWriter(), createWriteStream(aside, { flags: 'wx' }));
    await rename(aside, file);
  } finally {
    await rm(aside, { force: true });
    await db.destroy();
  }
  console.log(`${rows} rows written to ${file}.`);
  return 0;
}

await runCommand(run);
