import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import request from 'supertest';
import { Avatar, Me } from '../../../src/contract/accounts/profile.js';
import { ErrorBody } from '../../../src/contract/common.js';
import { MAX_AVATAR_BYTES } from '../../../src/contract/rules.js';
import { hashOf } from '../../../src/media/picture.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, times, type Shopper } from '../../support/given.js';
import { changeCatalogue } from '../../catalog/stocked.js';
import { mediaFolder } from '../../support/media-folder.js';

openShop();

const drawn = (size = 60, background = '#2040c0') =>
  sharp({ create: { width: size, height: size, channels: 3, background } });

/** A JPEG with something after its end, so that it has exactly the given length. */
async function long(bytes: number): Promise<Buffer> {
  const picture = await drawn().jpeg().toBuffer();
  return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
}

function send(caller: Shopper, bytes: Buffer, filename = 'a.jpg', field = 'avatar') {
  return request(shop().url)
    .post('/auth/users/avatar/')
    .set('Authorization', `JWT ${caller.access}`)
    .attach(field, bytes, { filename, contentType: 'image/jpeg' });
}

async function avatarOf(caller: Shopper, bytes?: Buffer): Promise<string> {
  const { avatar } = answer(await send(caller, bytes ?? (await drawn().jpeg().toBuffer())), Avatar);
  return avatar ?? '';
}

const hashIn = (url: string) => url.split('/')[2] ?? '';

describe('an avatar', () => {
  test('is shown where it says, without metadata, under a name that its content does not tell', async () => {
    const caller = await given.shopper();
    const photo = await drawn(900)
      .withExif({ IFD0: { Copyright: 'my street' } })
      .jpeg()
      .toBuffer();
    const url = await avatarOf(caller, photo);
    expect(url).toMatch(/^\/media\/[0-9a-f]{32}\/320\.webp$/);
    expect(url).not.toContain(hashOf(photo));
    const shown = await visitor().get(url);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
    const kept = await sharp(path.join(mediaFolder(url), 'original.webp')).metadata();
    expect(kept).toMatchObject({ width: 640, height: 640 });
    expect(kept.exif).toBeUndefined();
    expect(answer(await caller.get('/auth/users/me/'), Me).avatar).toBe(url);
    expect(await avatarOf(await given.shopper(), photo)).not.toBe(url);
  });

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('may be %s, whatever its name says', async (format) => {
    const reply = await send(await given.shopper(), await drawn().toFormat(format).toBuffer(), 'photo.txt');
    answer(reply, Avatar);
  });

  test('comes with the profile too', async () => {
    const caller = await given.shopper();
    const patch = () => request(shop().url).patch('/auth/users/me/').set('Authorization', `JWT ${caller.access}`);
    const picture = await drawn().png().toBuffer();
    const me = answer(await patch().field('first_name', 'Mai').field('phone', '').attach('avatar', picture, 'a'), Me);
    expect(me).toMatchObject({ first_name: 'Mai', avatar: expect.stringMatching(/^\/media\//) as string });
    // Neither half is taken when the other is refused.
    const wrong = await patch().field('phone', 'nonsense').attach('avatar', picture, 'a');
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['detail', 'error', 'phone']]);
    expect((await patch().field('first_name', 'Lan').attach('avatar', Buffer.from('text'), 'a')).status).toBe(415);
    expect(answer(await caller.get('/auth/users/me/'), Me)).toEqual(me);
  });

  test('takes the place of the one before, whose files go', async () => {
    const caller = await given.shopper();
    const first = await avatarOf(caller);
    expect(existsSync(mediaFolder(first))).toBe(true);
    const second = await avatarOf(caller);
    expect(existsSync(mediaFolder(first))).toBe(false);
    expect((await visitor().get(first)).status).toBe(404);
    expect((await visitor().get(second)).status).toBe(200);
  });

  test('that came many times at once is one', async () => {
    const caller = await given.shopper();
    const urls = await times(6, () => avatarOf(caller));
    const { avatar } = answer(await caller.get('/auth/users/me/'), Me);
    expect(urls.filter((url) => existsSync(mediaFolder(url)))).toEqual([avatar]);
  });

  test('stays where something else shows it', async () => {
    const caller = await given.shopper();
    const url = await avatarOf(caller);
    const product = await given.product();
    await changeCatalogue('INSERT INTO product_images (product_id, media_hash, position) VALUES ($1, $2, 1)', [
      product,
      hashIn(url),
    ]);
    await avatarOf(caller);
    expect((await visitor().get(url)).status).toBe(200);
  });

  test('may be 5 MB and not a byte more', async () => {
    const caller = await given.shopper();
    answer(await send(caller, await long(MAX_AVATAR_BYTES)), Avatar);
    const reply = await send(caller, await long(MAX_AVATAR_BYTES + 1));
    expect(reply.status).toBe(413);
    const sentence = 'Kích thước file không được vượt quá 5MB';
    expect(reply.body).toEqual({ detail: sentence, error: sentence, avatar: [sentence] });
  });

  test.each<[string, () => Buffer | Promise<Buffer>, number]>([
    ['nothing', () => Buffer.alloc(0), 415],
    ['text that says it is a JPEG', () => Buffer.from('not a picture'), 415],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 415],
    ['half a JPEG', async () => (await drawn(900).jpeg().toBuffer()).subarray(0, 900), 415],
    ['over 50 megapixels', () => drawn(7_100).png({ compressionLevel: 1 }).toBuffer(), 413],
  ])('is refused when it is %s, and what was there stays', async (_what, bytes, status) => {
    const caller = await given.shopper();
    const before = await avatarOf(caller);
    const reply = await send(caller, await bytes());
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ avatar: [ErrorBody.parse(reply.body).detail] });
    expect(answer(await caller.get('/auth/users/me/'), Me).avatar).toBe(before);
    expect((await visitor().get(before)).status).toBe(200);
  });

  test('is refused when there is none, two, or one under another name', async () => {
    const caller = await given.shopper();
    const picture = await drawn().jpeg().toBuffer();
    const without = await caller.post('/auth/users/avatar/', { avatar: 'data:image/png;base64,AAAA' });
    expect([without.status, Object.keys(without.body)]).toEqual([400, ['detail', 'error', 'avatar']]);
    const other = await send(caller, picture, 'a.jpg', 'detail');
    expect([other.status, other.body]).toMatchObject([400, { avatar: [ErrorBody.parse(other.body).detail] }]);
    expect((await send(caller, picture).attach('avatar', picture, 'b.jpg')).status).toBe(400);
    const broken = await caller.post('/auth/users/avatar/', 'x', { 'Content-Type': 'multipart/form-data; boundary=y' });
    expect(broken.status).toBe(400);
  });
});
