import type { Queue } from 'bullmq';
import type { Repository } from 'typeorm';
import type { MediaStore } from '../../src/media/media-store.js';
import type { Media } from '../../src/media/media.entity.js';
import { MediaProcessor } from '../../src/media/media.processor.js';

const PENDING = Array.from({ length: 1_000 }, (_, n) => ({ hash: String(n) }));

/** A worker whose pending pictures are those above. */
function workerOf(addBulk: (jobs: { data: { hash: string } }[]) => Promise<void>) {
  const find = jest.fn(({ take }: { take?: number }) => Promise.resolve(PENDING.slice(0, take)));
  const media = { find } as unknown as Repository<Media>;
  return { find, worker: new MediaProcessor({} as MediaStore, media, { addBulk } as unknown as Queue) };
}

test('a sweep queues the oldest 200 pending pictures, so that an upload does not wait for a whole import', async () => {
  const queued: string[] = [];
  const { worker } = workerOf((jobs) => {
    queued.push(...jobs.map(({ data }) => data.hash));
    return Promise.resolve();
  });
  await worker.sweep();
  expect(queued).toEqual(PENDING.slice(0, 200).map(({ hash }) => hash));
});

test('a sweep that takes longer than the interval runs alone', async () => {
  const { find, worker } = workerOf(() => Promise.resolve());
  await Promise.all([worker.sweep(), worker.sweep()]);
  expect(find).toHaveBeenCalledTimes(1);
  await worker.sweep();
  expect(find).toHaveBeenCalledTimes(2);
});
