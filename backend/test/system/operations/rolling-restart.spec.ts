import { ROOT } from '../../../launch/settings.mjs';
import { noteTime } from './recovery.js';
import { hasHaproxy } from './rolling/haproxy.js';
import { Load } from './rolling/load.js';
import { PROCESSES, RollingShop } from './rolling/rolling-shop.js';

/*
 * Two web servers, two backends and two workers, with haproxy before the web servers and between them and the backends.
 * Each process is restarted in turn while shoppers read, order and pay. No request may fail, and what was acknowledged is stored once.
 */

const isPossible = hasHaproxy();
let shop: RollingShop;

beforeAll(async () => {
  if (isPossible) shop = await RollingShop.open(ROOT);
}, 600_000);
afterAll(() => shop?.close(), 120_000);

(isPossible ? test : test.skip)('restarting every process in turn loses no request', async () => {
  const load = await Load.start(shop);
  await load.more(5);
  const begin = performance.now();
  for (const name of PROCESSES) {
    await shop.stop(name);
    await load.more(5);
    await shop.start(name, ROOT);
    await load.more(5);
  }
  noteTime('rolling restart of six processes: no request failed', performance.now() - begin);
  noteTime('rolling restart: the longest answer', load.longestMs);
  await load.stop();
  await load.expectNothingLost();
});
