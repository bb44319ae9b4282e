import { Controller, Post, UploadedFile } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { INestApplication } from '@nestjs/common';
import { ErrorFilter } from '../../src/platform/errors/error.filter.js';
import { TakesPassingPicture } from '../../src/media/uploads/uploads.js';
import type { Upload } from '../../src/media/uploads/upload-storage.js';
import { UploadGate } from '../../src/media/uploads/upload-gate.js';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
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

/** Has little patience, so that no test waits for half a minute: more than a busy machine takes to open the connections. */
class HastyGate extends UploadGate {
  override bodyMs(): number {
    return 3_000;
  }
}

let app: INestApplication;
let url: string;
beforeAll(async () => {
  app = await NestFactory.create(
    { module: class {}, controllers: [Looking], providers: [{ provide: UploadGate, useClass: HastyGate }] },
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

/** Opens a body and never ends it. @returns its socket, and all that the shop answers until it closes the connection */
function sendForever(): { socket: Socket; answer: Promise<string> } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  socket.write(
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900\r\n\r\n' +
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nthe beginning',
  );
  return { socket, answer: once(socket, 'close').then(() => text) };
}

test('slow senders lose their place and their connection, and the next picture is accepted', async () => {
  const slow = Array.from({ length: 24 }, sendForever);
  await until('they have all places of their address', async () => (await look('a picture')).text === '');
  const answers = await Promise.all(slow.map(({ answer }) => answer));
  expect(answers.map((text) => text.slice(0, 12))).toEqual(answers.map(() => 'HTTP/1.1 408'));
  expect(await look('a picture')).toEqual({ status: 201, text: 'a picture' });
});

describe('the memory of a lane', () => {
  const MB = 1024 * 1024;
  const isSettled = async (work: Promise<unknown>) => {
    let settled = false;
    void work.then(() => (settled = true));
    await new Promise(setImmediate);
    return settled;
  };

  test.each([
    ['visitor', 5 * MB, 7],
    ['user', 15 * MB, 4],
  ] as const)('has room for others beside an address that sends much: %s', async (lane, bytes, calls) => {
    const gate = new UploadGate();
    const hoard = Array.from({ length: calls }, () => gate.enter(lane, '203.0.113.1'));
    for (const pass of hoard) pass.reserve(bytes).catch(() => undefined);
    const other = gate.enter(lane, '203.0.113.2');
    expect(await isSettled(other.reserve(bytes))).toBe(true);
    for (const pass of [...hoard, other]) pass.leave();
  });

  test('goes to the next of an address as soon as one of its calls ends', async () => {
    const gate = new UploadGate();
    const [first, second] = [gate.enter('user', '203.0.113.1'), gate.enter('user', '203.0.113.1')];
    await first.reserve(15 * MB);
    const reserved = second.reserve(15 * MB);
    expect(await isSettled(reserved)).toBe(false);
    first.leave();
    expect(await isSettled(reserved)).toBe(true);
    second.leave();
  });

  test('is not given to a call that ended while it waited', async () => {
    const gate = new UploadGate();
    const [first, second, third] = [1, 2, 3].map(() => gate.enter('user', '203.0.113.1'));
    await first!.reserve(15 * MB);
    const given = second!.reserve(15 * MB);
    second!.leave();
    await expect(given).rejects.toMatchObject({ status: 429 });
    first!.leave();
    await third!.reserve(15 * MB);
    third!.leave();
  });
});
