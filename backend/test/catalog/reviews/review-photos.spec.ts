import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import request from 'supertest';
import { ReviewsService } from '../../../src/catalog/reviews/reviews.service.js';
import { Product } from '../../../src/contract/catalog/catalog.js';
import { ErrorBody, pageSchema } from '../../../src/contract/common.js';
import { Counts } from '../../../src/contract/administration/dashboard.js';
import { AdminReview, OwnReview } from '../../../src/contract/catalog/reviews.js';
import { MAX_REVIEW_PHOTO_BYTES } from '../../../src/contract/rules.js';
import { stock } from '../stocked.js';
import { eventually } from '../../support/payments/card.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, times, type Shopper } from '../../support/given.js';
import { mediaFolder } from '../../support/media-folder.js';

const PASSWORD = 'mat-khau-1';

openShop();

let admin: Shopper;
let photo: Buffer;
beforeAll(async () => {
  admin = await given.admin();
  photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2040c0' } })
    .withExif({ IFD0: { Copyright: 'my street' } })
    .jpeg()
    .toBuffer();
});

const oneProduct = async () => (await stock({ name: 'Áo linen' }))[0] ?? 0;
const readProduct = async (product: number) => answer(await visitor().get(`/api/products/${product}/`), Product);

function send(caller: Shopper, product: number, ...photos: Buffer[]) {
  const call = request(shop().url)
    .post(`/api/products/${product}/reviews/`)
    .set('Authorization', `JWT ${caller.access}`)
    .field({ rating: '5', comment: 'Rất đẹp' });
  for (const bytes of photos) call.attach('photos', bytes, { filename: 'a.jpg', contentType: 'image/jpeg' });
  return call;
}

/** A product with a review by a new shopper with one photo. */
async function photographed() {
  const author = await given.shopper({ password: PASSWORD });
  const product = await oneProduct();
  const review = answer(await send(author, product, photo), OwnReview, 201);
  const [one] = review.all_photos;
  const at = `/api/products/${product}/reviews/${review.id}/`;
  return { author, product, review, image: one?.image ?? '', photoAt: `${at}photos/${one?.id}/`, at };
}

const pendingOf = async (product: number) =>
  answer(await admin.get(`/api/reviews/?photos=pending&product=${product}&page=1`), pageSchema(AdminReview)).results;
const pendingCount = async () => answer(await admin.get('/api/admin/counts/'), Counts).pending_photos;

describe('photos of a review', () => {
  test('are stored without metadata and wait for approval', async () => {
    const { author, product, review, image } = await photographed();
    expect(review).toMatchObject({ rating: 5, photos: [], all_photos: [{ is_approved: false }] });
    const kept = await sharp(path.join(mediaFolder(image), 'original.webp')).metadata();
    expect([kept.width, kept.exif]).toEqual([900, undefined]);
    expect((await readProduct(product)).reviews[0]).toMatchObject({ id: review.id, photos: [] });
    expect(JSON.stringify(await readProduct(product))).not.toContain(image);
    const mine = await author.get(`/api/products/${product}/reviews/mine/`);
    expect(answer(mine, OwnReview).all_photos).toEqual(review.all_photos);
    expect((await (await given.shopper()).get(`/api/products/${product}/reviews/mine/`)).status).toBe(404);
  });

  test('are public once an administrator approves them, which is audited', async () => {
    const { product, review, image, photoAt } = await photographed();
    await readProduct(product);
    const before = await pendingCount();
    expect((await pendingOf(product)).map(({ id }) => id)).toEqual([review.id]);
    for (const status of await times(2, async () => (await admin.post(`${photoAt}approve/`)).status)) {
      expect(status).toBe(204);
    }
    await eventually(async () => (await readProduct(product)).reviews[0]?.photos, [image]);
    expect(await pendingOf(product)).toEqual([]);
    expect(await pendingCount()).toBe(before - 1);
    const log = await admin.audit('subject=review');
    expect(log.filter(({ subject_id }) => subject_id === review.id)).toMatchObject([
      { action: 'approve', after: { image } },
    ]);
  });

  test('are at most three', async () => {
    const shopper = await given.shopper();
    const product = await oneProduct();
    const { status, body } = await send(shopper, product, photo, photo, photo, photo);
    expect([status, body]).toEqual([400, { detail: 'Tối đa 3 ảnh', error: 'Tối đa 3 ảnh', photos: ['Tối đa 3 ảnh'] }]);
    const { all_photos } = answer(await send(shopper, product, photo, photo, photo), OwnReview, 201);
    expect(new Set(all_photos.map(({ image }) => image)).size).toBe(3);
  });

  test('are refused with their review when one is no picture or too large', async () => {
    const shopper = await given.shopper();
    const product = await oneProduct();
    const svg = await send(shopper, product, photo, Buffer.from('<svg/>'));
    expect([svg.status, svg.body]).toMatchObject([415, { photos: [ErrorBody.parse(svg.body).detail] }]);
    const large = Buffer.concat([photo, Buffer.alloc(MAX_REVIEW_PHOTO_BYTES + 1 - photo.length)]);
    expect((await send(shopper, product, large)).status).toBe(413);
    expect(await readProduct(product)).toMatchObject({ numReviews: 0 });
    expect((await send(shopper, product, photo)).status).toBe(201);
    expect((await send(shopper, product, photo)).status).toBe(400);
  });

  test('a shopper removes their own, nobody else’s', async () => {
    const { author, product, image, photoAt } = await photographed();
    await admin.post(`${photoAt}approve/`);
    await eventually(async () => (await readProduct(product)).reviews[0]?.photos, [image]);
    const other = await given.shopper();
    expect([(await other.delete(photoAt)).status, (await other.post(`${photoAt}approve/`)).status]).toEqual([404, 403]);
    expect((await author.delete(photoAt)).status).toBe(204);
    await eventually(async () => (await readProduct(product)).reviews[0]?.photos, []);
    expect(existsSync(mediaFolder(image))).toBe(false);
    expect((await author.delete(photoAt)).status).toBe(404);
  });

  test('an administrator removes a photo, which is audited', async () => {
    const { review, image, photoAt } = await photographed();
    expect((await admin.delete(photoAt)).status).toBe(204);
    expect(existsSync(mediaFolder(image))).toBe(false);
    const log = await admin.audit('subject=review');
    expect(log.filter(({ subject_id }) => subject_id === review.id)).toMatchObject([
      { action: 'reject', before: { image } },
    ]);
  });

  test('are refused with their review for an account that is closed meanwhile', async () => {
    const { author } = await photographed(); // The review keeps the account's row.
    const body = { current_password: PASSWORD };
    expect((await author.post('/auth/users/me/close/', body)).status).toBe(204);
    const [product, pictures] = [await oneProduct(), 'SELECT hash FROM media ORDER BY hash'];
    const before = await shop().db.query(pictures);

    const late = { rating: 5, comment: 'Rất đẹp' } as const;
    const added = shop().app.get(ReviewsService).add({ id: author.id, isAdmin: false }, product, late, [photo]);

    await expect(added).rejects.toMatchObject({ status: 401 });
    expect([await readProduct(product), await shop().db.query(pictures)]).toMatchObject([{ numReviews: 0 }, before]);
  });

  test.each([
    ['the review', ({ at }: { at: string }) => admin.delete(at), 204],
    ['the product', ({ product }: { product: number }) => admin.delete(`/api/products/${product}/`), 204],
    [
      'the account',
      ({ author }: { author: Shopper }) => author.post('/auth/users/me/close/', { current_password: PASSWORD }),
      204,
    ],
  ])('go with %s', async (_what, remove, status) => {
    const reviewed = await photographed();
    await admin.post(`${reviewed.photoAt}approve/`);
    expect(existsSync(mediaFolder(reviewed.image))).toBe(true);
    expect((await remove(reviewed)).status).toBe(status);
    expect(existsSync(mediaFolder(reviewed.image))).toBe(false);
  });
});
