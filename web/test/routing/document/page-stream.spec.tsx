/** @jest-environment node */
import { buffer } from 'node:stream/consumers';
import { Suspense } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { PageStream } from '~/routing/document/page-stream';

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
    const page = await buffer(pipe(new PageStream()));
    expect(page.includes(0)).toBe(false);
    expect(page.toString().split(words)).toHaveLength(21);
  },
);

test('chunks are joined until React pauses, without trailing zero bytes', async () => {
  const stream = new PageStream();
  stream.write(Buffer.from('Áo\0\0'));
  stream.write(Buffer.from('\0'));
  stream.write(Buffer.from(' dài'));
  expect(stream.read()).toBeNull();
  stream.flush();
  expect(String(stream.read())).toBe('Áo dài');
  stream.end(Buffer.from(' tay'));
  expect((await buffer(stream)).toString()).toBe(' tay');
});

test('flushed content is sent before pending content', async () => {
  let isReady = false;
  let finish!: () => void;
  const waiting = new Promise<void>((resolve) => (finish = resolve)).then(() => (isReady = true));
  function Late() {
    if (!isReady) throw waiting; // how React 18 is told to wait
    return <b>late</b>;
  }
  const stream = renderToPipeableStream(
    <Suspense fallback="loading">
      <Late />
    </Suspense>,
    { onShellReady: () => stream.pipe(body) },
  );
  const body = new PageStream();
  const pieces: string[] = [];
  for await (const piece of body) {
    pieces.push(String(piece));
    finish();
  }
  expect(pieces[0]).toContain('loading');
  expect(pieces[0]).not.toContain('<b>');
  expect(pieces.slice(1).join('')).toContain('<b>late</b>');
});
