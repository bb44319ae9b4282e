/** @jest-environment node */
import { crc32, gunzipSync } from 'node:zlib';
import { apply, zeroBytes } from '../../server/crc32';
import { KeptPage } from '../../server/kept-page';
import { createNonce, NONCE_LENGTH } from '../../server/security-headers';

/** A page that repeats itself as pages do, longer than deflate's window, with the nonce at the given places. */
function pageWith(nonce: string, scripts: number, filler = 400) {
  const cards = Array.from(
    { length: filler },
    (_, i) => `<article class="card"><h3>Áo thun ${i * 7919}</h3></article>`,
  );
  const script = `<script nonce="${nonce}">run(${Math.PI})</script>`;
  return Buffer.from(Array.from({ length: scripts }, () => script + cards.join('')).join('') + script);
}

const keep = (body: Buffer, nonce: string) => KeptPage.of([['content-type', 'text/html']], body, nonce)!;

test.each([0, 1, 2, 5])(
  'a page with %i long parts between its nonces gets each visitor’s nonce, plain and by gzip',
  (parts) => {
    const nonce = createNonce();
    const page = keep(pageWith(nonce, parts), nonce);
    for (const next of [createNonce(), createNonce(), 'A'.repeat(NONCE_LENGTH)]) {
      const expected = pageWith(next, parts).toString();
      expect(page.withNonce(next).toString()).toBe(expected);
      // gunzip checks the checksum and the length.
      expect(gunzipSync(page.gzipWithNonce(next)).toString()).toBe(expected);
    }
  },
);

test('a body without a nonce is kept as it is', () => {
  const page = keep(Buffer.from('{"a":1}'), createNonce());
  expect(gunzipSync(page.gzipWithNonce(createNonce())).toString()).toBe('{"a":1}');
  expect(keep(Buffer.alloc(0), '').withNonce('').length).toBe(0);
});

test('parts of the nonce elsewhere in the page stay what they are', () => {
  const nonce = 'abcdefghijklmnopqrstuv';
  const page = keep(Buffer.from(`<s nonce="${nonce}">abcdefgh nonce="abcdefghijk ${nonce}!`), nonce);
  const next = createNonce();
  expect(gunzipSync(page.gzipWithNonce(next)).toString()).toBe(
    `<s nonce="${next}">abcdefgh nonce="abcdefghijk ${next}!`,
  );
});

test('a nonce costs about its own length in the compressed page', () => {
  const nonce = createNonce();
  const without = keep(pageWith('', 5, 40), '').gzipWithNonce('').length;
  const withNonces = keep(pageWith(nonce, 5, 40), nonce).gzipWithNonce(nonce).length;
  expect(withNonces - without).toBeLessThan(6 * (NONCE_LENGTH + 40));
});

test('a body with a zero byte is not kept, for zero bytes hold the nonce’s place', () => {
  expect(KeptPage.of([], Buffer.from('a\0b'), '')).toBeUndefined();
});

test.each([0, 1, 2, 7, 255, 32_768, 100_001])(
  'a difference followed by %i zeros changes the checksum as computed',
  (count) => {
    const zeros = Buffer.alloc(count);
    const raw = crc32('hello') ^ crc32(Buffer.alloc(5));
    const long = crc32(Buffer.concat([Buffer.from('hello'), zeros])) ^ crc32(Buffer.concat([Buffer.alloc(5), zeros]));
    expect(apply(zeroBytes(count), raw >>> 0)).toBe(long >>> 0);
  },
);
