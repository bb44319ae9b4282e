import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import request from 'supertest';
import sharp from 'sharp';
import { Avatar } from '../../src/contract/accounts/profile.js';
import { Config } from '../../src/platform/config/config.js';
import { StoreMisconfigured } from '../../src/platform/file-store/file-store.js';
import { warnOfFileStore } from '../../src/platform/file-store/open-file-store.js';
import { answer, openShop, shop, visitor } from '../support/client.js';
import { given } from '../support/given.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const base = temporaryFolder('folder');
const dataDir = path.join(base, 'data');
const pictures = path.join(base, 'pictures');
openShop({ DATA_DIR: dataDir, MEDIA_URL: pictures });

test('pictures are stored in the folder of MEDIA_URL, and sent from it', async () => {
  const { access } = await given.shopper();
  const photo = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#806040' } })
    .jpeg()
    .toBuffer();
  const reply = await request(shop().url)
    .post('/auth/users/avatar/')
    .set('Authorization', `JWT ${access}`)
    .attach('avatar', photo, 'a.jpg');
  const url = answer(reply, Avatar).avatar ?? '';
  const hash = url.split('/')[2] ?? '';
  expect(existsSync(path.join(pictures, hash.slice(0, 2), hash, 'original.webp'))).toBe(true);
  expect(existsSync(path.join(dataDir, 'media'))).toBe(false);
  expect((await visitor().get(url)).status).toBe(200);
});

test('a folder that cannot be written refuses the start with one sentence', async () => {
  const file = path.join(base, 'file');
  writeFileSync(file, '');
  const MEDIA_URL = path.join(file, 'pictures');
  const config = Config.from({ DATABASE_URL: 'postgres://shop@127.0.0.1/shop', DATA_DIR: dataDir, MEDIA_URL });
  const refusal: unknown = await warnOfFileStore(config).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StoreMisconfigured);
  expect((refusal as Error).message).toBe(
    `The folder of the pictures ${MEDIA_URL} cannot be written: make it writable for this user, or set MEDIA_URL to another one.`,
  );
});
