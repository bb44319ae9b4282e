import type { Queue } from 'bullmq';
import type { Repository } from 'typeorm';
import type { MediaStore } from '../../src/media/media-store.js';
import type { Media } from '../../src/media/media.entity.js';
import { MediaProcessor } from '../../src/media/media.processor.js';

const PENDING = Array.from({ length: 1_000 }, (_, n) => ({ hash: String(n) }));
interface Query {
  order?: { createdAt?: string };
  take?: number;
}

test('a sweep queues the oldest 200 pending pictures, so that an upload does not wait for a whole import', async () => {
  const find = ({ order, take }: Query) =>
    Promise.resolve((order?.createdAt === 'ASC' ? PENDING : PENDING.toReversed()).slice(0, take));
  const addBulk = jest.fn();
  const worker = new MediaProcessor(
    {} as MediaStore,
    { find, update: jest.fn() } as unknown as Repository<Media>,
    { addBulk } as unknown as Queue,
  );
  await worker.tick();
  expect(addBulk.mock.calls).toMatchObject([[PENDING.slice(0, 200).map((data) => ({ data }))]]);
});
