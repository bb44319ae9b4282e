import 'reflect-metadata';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Config, ConfigError } from '../../config.js';
import { createDataSource } from '../../db/data-source.js';
import { prepareDatabase } from '../../db/prepare.js';
import { MediaStore } from '../../media/media-store.js';
import { importCatalogue } from './import-catalogue.js';
import { ImportError } from './import-product.js';

const USAGE = `npm run catalog:import -- FILE [--images DIR]

FILE is Shopify's product CSV, or a JSON array of products. DIR holds the pictures that it names and, for products
without any, photographs listed in manifest.json or manifest.csv.`;
const EVERY = 100;

/** Reads the command line, imports, and says what was done. @returns the exit code */
async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { images: { type: 'string' } }, allowPositionals: true });
  const [file] = positionals;
  if (!file || positionals.length > 1) {
    console.error(USAGE);
    return 2;
  }
  const config = Config.from(process.env);
  await prepareDatabase(config);
  const db = await createDataSource(config.databaseUrl).initialize();
  const started = Date.now();
  try {
    const summary = await importCatalogue(db, new MediaStore(path.join(config.dataDir, 'media')), {
      file: path.resolve(file),
      images: values.images === undefined ? undefined : path.resolve(values.images),
      progress: (count) => count % EVERY === 0 && console.log(`${count} products …`),
    });
    for (const { line, message } of summary.broken) console.warn(`${file}:${line}: ${message}`);
    const { created, changed, unchanged, variants, pictures, broken } = summary;
    console.log(
      created + changed === 0
        ? `Nothing has changed: all ${unchanged} products are in the catalogue already.`
        : `${created} products created, ${changed} changed, ${unchanged} left as they were; ${variants} variants, ` +
            `${pictures} pictures, ${broken.length} pictures skipped.`,
    );
    console.log(
      `${((Date.now() - started) / 1000).toFixed(1)} s. The worker makes the pictures' sizes as soon as it runs.`,
    );
    return 0;
  } finally {
    await db.destroy();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  // What we say ourselves is a whole sentence; anything else comes with its trace.
  const isSentence =
    error instanceof ImportError || error instanceof ConfigError || (error as Error).constructor === Error;
  console.error(isSentence ? (error as Error).message : error);
  if (error instanceof ImportError) console.error('Nothing was changed.');
  process.exitCode = 1;
}
