import { Controller, Post, UploadedFile } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { INestApplication } from '@nestjs/common';
import { ErrorFilter } from '../../src/platform/errors/error.filter.js';
import { TakesPassingPicture } from '../../src/media/uploads/uploads.js';
import type { Upload } from '../../src/media/uploads/upload-storage.js';
import { UploadGate } from '../../src/media/uploads/upload-gate.js';
import { until } from '../support/until.js';

/** What each call was given, and what it waits for before it answers. */
const buffers: Buffer[] = [];
let held: Promise<void> | undefined;

@Controller()
class Looking {
  @Post()
  @TakesPassingPicture('image', 1_000)
  async look(@UploadedFile() image?: Upload) {
    if (image) buffers.push(image.buffer);
    await held;
    return { text: image?.buffer.toString() ?? null };
  }
}

let app: INestApplication;
let url: string;
beforeAll(async () => {
  app = await NestFactory.create(
    { module: class {}, controllers: [Looking], providers: [UploadGate] },
    { logger: false },
  );
  app.useGlobalFilters(new ErrorFilter());
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterAll(() => app.close());
beforeEach(() => void buffers.splice(0));

async function look(text: string): Promise<{ status: number; text?: string | null }> {
  const form = new FormData();
  form.set('image', new Blob([text]), 'picture.jpg');
  const reply = await fetch(url, { method: 'POST', body: form });
  return { status: reply.status, ...((await reply.json()) as { text?: string }) };
}

test('a picture that passes is blank when it was looked at, and its memory the next one’s', async () => {
  expect(await look('a long picture')).toEqual({ status: 201, text: 'a long picture' });
  expect(buffers[0]?.toString()).toBe('\0'.repeat(14));
  expect(await look('short')).toEqual({ status: 201, text: 'short' });
  expect(buffers[1]?.buffer).toBe(buffers[0]?.buffer);
});

test('pictures that are looked at at the same time have their own memory', async () => {
  let answer = () => {};
  held = new Promise((resolve) => (answer = resolve));
  const texts = Array.from({ length: 9 }, (_, nth) => `picture ${nth}`);
  const replies = texts.map(look);
  await until('all are looked at', () => buffers.length === texts.length);
  expect(new Set(buffers.map(({ buffer }) => buffer)).size).toBe(9);
  answer();
  held = undefined;
  expect((await Promise.all(replies)).map(({ text }) => text)).toEqual(texts);
});

test('an upload at the size limit is accepted, a larger one refused, and the next one succeeds', async () => {
  expect(await look('x'.repeat(1_000))).toEqual({ status: 201, text: 'x'.repeat(1_000) });
  expect((await look('x'.repeat(1_001))).status).toBe(413);
  expect(await look('y')).toEqual({ status: 201, text: 'y' });
});
