import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Config } from '../platform/config/config.js';
import { connectDatabase, createOwnerDataSource } from '../platform/database/data-source.js';
import { prepareDatabase } from './prepare-database.js';
import { runCommand } from './run-command.js';
import { addScale, readScale } from '../demo/scale/add-scale.js';
import { seedShop } from '../demo/seed-shop.js';

// `npm run seed`: fills an empty shop with the demo. With `-- --scale products=20000,orders=100000,…` it then adds a year of
// a large shop.
await runCommand(async () => {
  const { values } = parseArgs({ options: { scale: { type: 'string' } } });
  const scale = values.scale === undefined ? undefined : readScale(values.scale);
  process.env.SEED = 'none'; // seedShop below adds the demo, not prepareDatabase
  const config = Config.ofProcess();
  if (config.isProduction)
    throw new Error('NODE_ENV is "production" but must be development for the demo, whose shopper could spend.');
  await prepareDatabase(config);
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  const isSeeded = await seedShop(config);
  console.log(
    isSeeded ? `The demo shop is ready (${seconds()} s).` : 'The shop has products already; the demo was not added.',
  );
  if (scale) {
    const owner = await connectDatabase(createOwnerDataSource(config.directDatabaseUrl));
    try {
      await addScale(owner, scale);
      console.log(`A year of a large shop was added (${seconds()} s).`);
    } finally {
      await owner.destroy();
    }
  }
});
