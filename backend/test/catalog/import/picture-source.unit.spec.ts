import type { DataSource } from 'typeorm';
import { PictureSource } from '../../../src/catalog/import/picture-source.js';
import { FetchFailure } from '../../../src/media/fetch-picture.js';
import type { MediaStore } from '../../../src/media/media-store.js';
import { StoreUnavailable } from '../../../src/platform/file-store/file-store.js';

test('a store that does not answer ends the loading of pictures: no further one is fetched', async () => {
  const db = { query: () => Promise.resolve([]) } as unknown as DataSource;
  const fetched = jest.fn((address: string) =>
    Promise.reject(address.endsWith('/0') ? new StoreUnavailable('timeout') : new FetchFailure('no picture')),
  );
  const source = new PictureSource(db, {} as MediaStore, undefined, fetched);
  const addresses = Array.from({ length: 20 }, (_, nth) => `https://pictures.example/${nth}`);
  await expect(source.keep(addresses, new Map())).rejects.toThrow(StoreUnavailable);
  await new Promise(setImmediate);
  expect(fetched).toHaveBeenCalledTimes(4);
});
