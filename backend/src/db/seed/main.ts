import 'reflect-metadata';
import { Config } from '../../config.js';
import { prepareDatabase } from '../prepare.js';
import { seedShop } from './seed-shop.js';

// `npm run seed`: fills an empty shop with the demo catalogue.
const config = Config.from({ ...process.env, SEED: 'none' });
await prepareDatabase(config);
const started = performance.now();
const isSeeded = await seedShop(config);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  isSeeded ? `The demo shop is ready (${seconds} s).` : 'The shop has products already; nothing was changed.',
);
