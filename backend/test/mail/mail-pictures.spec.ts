import sharp from 'sharp';
import { MAIL_PICTURE, MailPictures } from '../../src/mail/sending/mail-pictures.js';
import { MailSender } from '../../src/mail/sending/sender.service.js';
import { MailTransport } from '../../src/mail/sending/transport.js';
import { MediaStore } from '../../src/media/media-store.js';
import { readPicture } from '../../src/media/picture.js';
import { storePicture } from '../../src/media/pictures.js';
import { Config } from '../../src/platform/config/config.js';
import { Placed } from '../../src/contract/orders/placing.js';
import { changeCatalogue } from '../catalog/stocked.js';
import { answer, openShop, shop } from '../support/client.js';
import { cartOf, given, type Shopper } from '../support/given.js';
import { keptMails, type ReadMail } from '../support/mail.js';
import { mailContents } from './mail-contents.js';
import { temporaryFolder } from '../support/temporary-folder.js';

openShop();

const folder = temporaryFolder('mail-pictures');
beforeEach(() => shop().db.query('DELETE FROM mails'));

const store = () => shop().app.get(MediaStore);

/** Stores a picture of one colour. @returns its hash */
async function picture(background: string): Promise<string> {
  const bytes = await sharp({ create: { width: 300, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
  const decoded = await readPicture(bytes);
  await storePicture(shop().db, store(), decoded);
  return decoded.hash;
}

/** Gives a product pictures, each with a colour or none. */
async function show(product: number, pictures: { hash: string; color?: string }[]): Promise<void> {
  for (const [index, { hash, color }] of pictures.entries()) {
    await changeCatalogue(
      `INSERT INTO product_images (product_id, media_hash, position, color_id, color_source)
       VALUES ($1, $2, $3, (SELECT id FROM colors WHERE name = $4), CASE WHEN $4::text IS NOT NULL THEN 'owner' END)`,
      [product, hash, index + 1, color ?? null],
    );
  }
}

/** Orders a piece of each line, sends the mail, and reads it as a mail program does. */
async function mailOf(shopper: Shopper, lines: object[], total: number, pictures = new MailPictures(store())) {
  answer(await shopper.post('/api/placeorder/', cartOf(lines, total)), Placed, 201);
  const config = Config.from({
    NODE_ENV: 'test',
    DATABASE_URL: shop().app.get(Config).databaseUrl,
    PUBLIC_URL: 'https://may.example',
    JWT_SECRET: 'x'.repeat(32),
    DATA_DIR: folder,
  });
  const sender = new MailSender(shop().db, config, MailTransport.from(config), mailContents(), pictures);
  for (const id of await sender.due(100)) await sender.send(id);
  const [{ email }]: [{ email: string }] = await shop().db.query('SELECT email FROM users WHERE id = $1', [shopper.id]);
  const mail = keptMails(folder, email).at(-1);
  if (!mail) throw new Error('The order has no mail');
  return mail;
}

/** The Content-IDs of the pictures that the HTML shows, in their order. */
const shownIn = ({ html }: ReadMail) => [...html.matchAll(/<img src="cid:([^"]+)"/g)].map(([, id]) => id);

/** What a mail program would fetch: nothing, or a shop would know when and where its mails are read. */
const remote = ({ html }: ReadMail) =>
  html.match(/(?:src|background|srcset|poster|data)\s*=\s*"(?!cid:)[^"]*"|url\(|<link|@import/gi);

test('an order’s mail brings the picture of each line in its colour, small, and fetches nothing', async () => {
  const shopper = await given.shopper();
  const { product, variant } = await given.variant({ price: 100_000 });
  const [blue, red] = [await picture('#1030c0'), await picture('#c01020')];
  await show(product, [{ hash: blue }, { hash: red, color: 'Đỏ' }]);
  const mail = await mailOf(shopper, [{ id: product, variant_id: variant, qty: 1 }], 105_000);

  expect(shownIn(mail)).toEqual([`${red}@may.example`]);
  expect(remote(mail)).toBeNull();
  const [sent, ...others] = mail.pictures;
  expect(others).toEqual([]);
  expect([sent!.contentId, sent!.type]).toEqual([`${red}@may.example`, 'image/jpeg']);
  expect(sent!.bytes.length).toBeLessThanOrEqual(MAIL_PICTURE.maxBytes);
  const { width, height, format } = await sharp(sent!.bytes).metadata();
  expect([format, width, height]).toEqual(['jpeg', MAIL_PICTURE.width, MAIL_PICTURE.height]);
  const { dominant } = await sharp(sent!.bytes).stats();
  expect(dominant.r).toBeGreaterThan(dominant.b + 100);
});

test('a mail brings at most ten pictures, each once; further lines have none', async () => {
  const shopper = await given.shopper();
  const lines: object[] = [];
  for (let nth = 0; nth < 12; nth++) {
    const product = await given.product({ price: 10_000 });
    // The second and the third line share a picture.
    await show(product, [{ hash: await picture(`rgb(${nth === 2 ? 1 : nth}, 80, 80)`) }]);
    lines.push({ id: product, qty: 1 });
  }
  const mail = await mailOf(shopper, lines, 126_000);
  expect(mail.pictures).toHaveLength(MAIL_PICTURE.maxCount);
  expect(shownIn(mail)).toHaveLength(MAIL_PICTURE.maxCount + 1);
  expect(new Set(shownIn(mail))).toEqual(new Set(mail.pictures.map(({ contentId }) => contentId)));
  expect(mail.text.match(/^- Áo thun số/gm)).toHaveLength(12);
});

test.each([
  ['missing from the store', () => Promise.resolve(undefined)],
  ['unreadable', () => Promise.resolve(Buffer.from('no picture'))],
  ['in a store that fails', () => Promise.reject(new Error('The bucket is away'))],
])('a mail goes without a picture that is %s', async (_, read) => {
  const shopper = await given.shopper();
  const product = await given.product({ price: 100_000 });
  await show(product, [{ hash: await picture('#208040') }]);
  const lost = new MailPictures({ read } as unknown as MediaStore);
  const mail = await mailOf(shopper, [{ id: product, qty: 1 }], 105_000, lost);
  expect([mail.pictures, shownIn(mail)]).toEqual([[], []]);
  expect(mail.html).toContain('Áo thun số');
});

test('a picture of much detail is made small enough, or left out', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
  const bytes = await sharp({ create: { width: 320, height: 427, channels: 3, background: '#888', noise } })
    .webp()
    .toBuffer();
  const pictures = new MailPictures({ read: () => Promise.resolve(bytes) } as unknown as MediaStore);
  for (const jpeg of (await pictures.of(['one'])).values())
    expect(jpeg.length).toBeLessThanOrEqual(MAIL_PICTURE.maxBytes);
});

test('a store that does not answer holds a mail back for ten seconds at most, and the pictures read before stay', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  try {
    const bytes = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#888' } })
      .webp()
      .toBuffer();
    let ask!: () => void;
    const isAsked = new Promise<void>((resolve) => (ask = resolve));
    const read = (hash: string) => {
      if (hash !== 'slow') return Promise.resolve(bytes);
      ask();
      return new Promise(() => {});
    };
    const pictures = new MailPictures({ read } as unknown as MediaStore).of(['fast', 'slow', 'later']);
    await isAsked;
    await jest.advanceTimersByTimeAsync(10_000);
    expect([...(await pictures).keys()]).toEqual(['fast']);
  } finally {
    jest.useRealTimers();
  }
});

test('a picture that is in many mails is read and made once', async () => {
  const pictures = new MailPictures(store());
  const hash = await picture('#20c060');
  const [first] = [...(await pictures.of([hash])).values()];
  const read = jest.spyOn(store(), 'read').mockRejectedValue(new Error('not again'));
  try {
    expect([...(await pictures.of([hash])).values()]).toEqual([first]);
    expect(read).not.toHaveBeenCalled();
  } finally {
    read.mockRestore();
  }
});
