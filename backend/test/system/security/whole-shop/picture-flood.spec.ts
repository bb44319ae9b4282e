import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { cpuTime, memory } from '../../../../../bench/support/process-stats.mjs';
import { openHarness } from '../../faults/harness.js';
import type { Reply, Sent } from './flood.mjs';
import { temporaryFolder } from '../../../support/temporary-folder.js';

// As the launcher and the container start it.
process.env.MALLOC_ARENA_MAX = '1';
const harness = openHarness('picture-flood');
const folder = temporaryFolder('picture-flood');

const SIDE = 7_000;
const FLOOD = 80;
const MB = 1024 * 1024;
/** What the backend may grow by: bodies (32 + 24), and three pictures that need little memory (48 each). Others are decoded elsewhere. */
const MAX_GROWTH = 200 * MB;

interface Form {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

async function formOf(field: string, picture: Buffer, texts: Record<string, string> = {}): Promise<Form> {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  form.set(field, new Blob([new Uint8Array(picture)]), 'anh.jpg');
  const written = new Response(form);
  return { type: written.headers.get('Content-Type') ?? '', bytes: new Uint8Array(await written.arrayBuffer()) };
}

async function send(path: string, form: Form, headers: Record<string, string>) {
  const begin = performance.now();
  const reply = await fetch(harness().url + path, {
    method: 'POST',
    headers: { 'Content-Type': form.type, ...headers },
    body: form.bytes,
  });
  await reply.arrayBuffer();
  return { status: reply.status, took: performance.now() - begin };
}

/** A search that is sent from a file. */
async function written(name: string, call: string, form: Promise<Form>): Promise<Omit<Sent, 'from'>> {
  const { type, bytes } = await form;
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return { url: `${harness().url}/api/ai-search/${call}/`, type, file };
}

/** Each from an address of its own, as a botnet would. */
const from = (nth: number) => `203.0.113.${nth + 1}`;

async function signIn(): Promise<Record<string, string>> {
  const account = { username: `khach-${randomUUID()}`, password: 'mat-khau-123' };
  const post = async (path: string, body: object) => {
    const reply = await fetch(harness().url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await reply.json()) as { access: string };
  };
  await post('/auth/users/', { ...account, email: `${account.username}@example.com` });
  const { access } = await post('/auth/jwt/create/', account);
  return { Authorization: `JWT ${access}`, 'X-Forwarded-For': '198.51.100.7' };
}

/** 49 megapixels in at most 5 MB, in the formats that cost most to decode. */
async function largePictures(): Promise<Buffer[]> {
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const;
  const raw = await sharp({ create: { width: SIDE / 10, height: SIDE / 10, channels: 3, background: '#888', noise } })
    .resize(SIDE, SIDE, { kernel: 'linear' })
    .raw()
    .toBuffer();
  const noisy = () => sharp(raw, { raw: { width: SIDE, height: SIDE, channels: 3 } });
  const plain = () => sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#b2262e' } });
  return [
    await noisy().jpeg({ quality: 50 }).toBuffer(),
    await noisy().jpeg({ quality: 45, progressive: true }).toBuffer(),
    await plain().png({ progressive: true }).toBuffer(),
    await plain().gif().toBuffer(),
    await plain().avif({ effort: 0, bitdepth: 12 }).toBuffer(),
  ];
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

test('eighty pictures of 49 megapixels at once do not hold up another’s avatar, nor fill the memory', async () => {
  const photo = await sharp({
    create: {
      width: 4_000,
      height: 3_000,
      channels: 3,
      background: '#456',
      noise: { type: 'gaussian', mean: 120, sigma: 9 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();
  const avatar = await formOf('avatar', photo);
  const me = await signIn();
  const quiet: number[] = [];
  for (let nth = 0; nth < 4; nth++) quiet.push((await send('/auth/users/avatar/', avatar, me)).took);

  const searches = await Promise.all(
    (await largePictures()).flatMap((picture, nth) => [
      written(`${nth}-alone`, 'image', formOf('image', picture)),
      written(`${nth}-words`, 'combined', formOf('image', picture, { text: 'áo thun' })),
    ]),
  );
  const pid = harness().backend.pid!;
  const idle = memory(pid).now;
  writeFileSync(`/proc/${pid}/clear_refs`, '5'); // The peak is counted from here on.
  const cpu = cpuTime(pid);

  let isOver = false;
  const crowd = fork(path.join(import.meta.dirname, 'flood.mjs'));
  const flood = once(crowd, 'message').finally(() => (isOver = true)) as Promise<[Reply[]]>;
  crowd.send(Array.from({ length: FLOOD }, (_, nth) => ({ ...searches[nth % searches.length]!, from: from(nth) })));
  const meanwhile: number[] = [];
  while (!isOver) {
    const { status, took } = await send('/auth/users/avatar/', avatar, me);
    expect(status).toBe(200);
    meanwhile.push(took);
  }
  const [replies] = await flood;
  const growth = memory(pid).peak - idle;

  const kinds: Record<string, number> = {};
  for (const { status, isFallback } of replies) {
    const kind = `${status}${isFallback ? ' by keywords' : ''}`;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  console.log(
    [
      `avatar of 12 megapixels: quiet ${Math.round(median(quiet.slice(1)))} ms; ` +
        `meanwhile ${meanwhile.map(Math.round).join(', ')} ms`,
      `backend: ${Math.round(idle / MB)} MB idle, ${Math.round(growth / MB)} MB more at its peak, ` +
        `${((cpuTime(pid) - cpu) / 1e6).toFixed(1)} s of CPU`,
      `answers: ${JSON.stringify(kinds)}, the last after ${Math.round(Math.max(...replies.map(({ took }) => took)))} ms`,
    ].join('\n'),
  );
  expect(growth).toBeLessThan(MAX_GROWTH);
  // In one line for all, the first took as long as all the searches together.
  expect(meanwhile.length).toBeGreaterThan(4);
  expect(median(meanwhile)).toBeLessThan(5 * median(quiet.slice(1)));
});
