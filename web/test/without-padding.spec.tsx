/** @jest-environment node */
import { buffer } from 'node:stream/consumers';
import { Suspense } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { withoutPadding } from '~/without-padding';

test.each([0, 1, 2])(
  'a page of letters of three bytes, %i bytes on, holds no zero byte and every letter',
  async (shift) => {
    const words = 'x'.repeat(shift) + 'ả'.repeat(150);
    const { pipe } = renderToPipeableStream(
      <Suspense>
        {Array.from({ length: 20 }, (_, nth) => (
          <p key={nth}>{words}</p>
        ))}
      </Suspense>,
    );
    const page = await buffer(pipe(withoutPadding()));
    expect(page.includes(0)).toBe(false);
    expect(page.toString().split(words)).toHaveLength(21);
  },
);

test('every piece is passed on as it is but for the zeros at its end', async () => {
  const stream = withoutPadding();
  stream.write(Buffer.from('Áo\0\0'));
  stream.write(Buffer.from('\0'));
  stream.end(Buffer.from(' dài'));
  expect((await buffer(stream)).toString()).toBe('Áo dài');
});
