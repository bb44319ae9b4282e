import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import type { MediaStore } from '../../src/media/media-store.js';
import { MediaService } from '../../src/media/media.service.js';

const tx = { query: () => Promise.resolve([]), delete: () => Promise.resolve() };
const db = { transaction: (work: (manager: typeof tx) => Promise<void>) => work(tx) } as unknown as DataSource;

/** A store whose deletions take as long as given. */
function storeThatTakes(ms: number) {
  const store = { running: 0, maxRunning: 0, removed: [] as string[] };
  const remove = async (hash: string) => {
    store.maxRunning = Math.max(store.maxRunning, ++store.running);
    await Promise.resolve();
    jest.advanceTimersByTime(ms);
    store.running -= 1;
    store.removed.push(hash);
  };
  return { store, media: new MediaService(db, { remove } as unknown as MediaStore, {} as Queue) };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('discarded pictures are deleted one at a time, so that a store holds one connection', async () => {
  const { store, media } = storeThatTakes(100);
  await Promise.all(['a', 'b', 'c'].map((hash) => media.discard(hash)));
  expect(store).toEqual({ running: 0, maxRunning: 1, removed: ['a', 'b', 'c'] });
});

test('while the store is slow the next pictures stay for the nightly sweep', async () => {
  const { store, media } = storeThatTakes(3_000);
  await Promise.all(['a', 'b', 'c'].map((hash) => media.discard(hash)));
  expect(store.removed).toEqual(['a']);
  jest.advanceTimersByTime(30_000);
  await media.discard('d');
  expect(store.removed).toEqual(['a', 'd']);
});
