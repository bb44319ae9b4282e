// @ts-check
import { loadavg } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import { startChild } from '../../backend/launch/processes/children.mjs';
import { launch } from '../../backend/launch/launcher.mjs';
import { startBackend } from '../support/backend.mjs';
import { KeepAliveClient } from '../support/keep-alive-client.mjs';
import { childrenOf } from '../support/process-stats.mjs';
import { machine, table } from '../support/report.mjs';
import { percentile } from '../support/statistics.mjs';

const CLIENTS = 4;
const TEXTS = 400;
const PHOTOS = 80;
/** The side of a picture as the pages send it, alone and with text. */
const SHOWN = 60;
const CROWD = 20;
/** The searches before the measurement. Each leaves four of the 10,000 events that a queue stores. */
const QUEUE_REMEMBERS = 2_600;
const IDLE_MS = 5_000;
const MAX_BYTES = 5_242_880;
/** Combined with a picture: nearly all products match this text, and each of them is compared with the picture. */
const WORDS = 'dưới 1 triệu';
/** Typical queries, with each kind of word that has to be understood. */
const SENTENCES = [
  'áo thun trắng nữ',
  'ao khoac nam duoi 400k',
  'quaanf jean nam',
  'đầm dự tiệc từ 300k đến 600k',
  'sơ mi dài tay màu xanh size L',
  'aothunnam',
  'chân váy ngắn màu đen',
  'áo len cổ lọ giữ ấm mùa đông dưới nửa triệu',
];

// `npm run bench:search`: the duration of a search by text or by a photo of 5 MB, with four concurrent searches on the demo shop,
// and the delay of the API's event loop meanwhile. See docs/ai-search.md.
await launch(async ({ onStop }) => {
  const { origin, databaseUrl, env } = await startBackend(onStop, { seed: 'demo' });
  const worker = startChild('worker', 'dist/backend/worker.js', { env });
  onStop(worker.stop);

  const photo = await largePhoto();
  console.log(`A photo of ${(photo.length / 1e6).toFixed(1)} MB, 4,000 × 3,000 pixels.`);
  const body = await bodyWith(photo);
  /** @type {Ask} */
  const byPhoto = (client) => client.ask('POST', '/api/ai-search/image/', { body });
  const small = await sharp(photo).resize(1_600).jpeg({ quality: 85 }).toBuffer();
  const [shown, shownWithWords] = [await bodyWith(small), await bodyWith(small, WORDS)];
  /** @type {Ask} */
  const byPicture = (client) => client.ask('POST', '/api/ai-search/image/', { body: shown });
  /** @type {Ask} */
  const byBoth = (client) => client.ask('POST', '/api/ai-search/combined/', { body: shownWithWords });
  /** @type {Ask} */
  const byText = (client, nth) =>
    client.ask('POST', '/api/ai-search/text/', { json: { text: SENTENCES[nth % SENTENCES.length] } });
  const timed = (/** @type {Ask} */ ask, /** @type {number} */ count, /** @type {number} */ clients) =>
    timedAt(origin, ask, count, clients);

  await untilIndexed(timed, byPhoto);
  await untilRendered(databaseUrl);
  // Warms up until the queue has dropped its oldest events.
  await timed(byText, QUEUE_REMEMBERS, CLIENTS);
  await held(origin);
  await after(IDLE_MS);
  const heldByNothing = await held(origin);
  const alone = await timed(byText, TEXTS, 1);
  const texts = await timed(byText, TEXTS, CLIENTS);
  const heldByTexts = await held(origin);
  const photos = await timed(byPhoto, PHOTOS, CLIENTS);
  const heldByPhotos = await held(origin);

  const pictures = await timed(byPicture, SHOWN, CROWD);
  const both = await timed(byBoth, SHOWN, CROWD);

  const row = (/** @type {string} */ name, /** @type {Times} */ { took, plainly, cpu }, loop = '') => [
    name,
    ...[0.5, 0.95].map((share) => `${Math.round(percentile(took, share))} ms`),
    `${Math.round(cpu)} ms`,
    String(plainly),
    loop,
  ];
  console.log(
    [
      `Measured on ${machine()}; load of the machine before: ${loadavg()[1]?.toFixed(1)}.`,
      '',
      table(
        ['asked for', 'p50', 'p95', 'CPU each, API and worker', 'answered plainly', 'event loop held up, p99'],
        [
          ['nothing', '', '', '', '', heldByNothing],
          row(`${TEXTS} sentences, one after the other`, alone),
          row(`${TEXTS} sentences, ${CLIENTS} at once`, texts, heldByTexts),
          row(`${PHOTOS} photos of 5 MB, ${CLIENTS} at once`, photos, heldByPhotos),
          row(`${SHOWN} pictures of 1,600 pixels, ${CROWD} at once`, pictures),
          row(`${SHOWN} of them with words, ${CROWD} at once`, both),
        ],
      ),
    ].join('\n'),
  );
});

/** @typedef {{ took: number[], plainly: number, cpu: number }} Times in milliseconds; `cpu` per search */
/** @typedef {(client: KeepAliveClient, nth: number) => Promise<Record<string, unknown>>} Ask */

/**
 * @param {string} origin
 * @param {Ask} ask
 * @param {number} count
 * @param {number} clients each with one search at a time
 * @returns {Promise<Times>}
 */
async function timedAt(origin, ask, count, clients) {
  /** @type {number[]} */
  const took = [];
  let plainly = 0;
  let next = 0;
  const began = cpuOfShop();
  const run = async () => {
    const client = new KeepAliveClient(origin);
    while (next < count) {
      const begin = performance.now();
      const answer = await ask(client, next++);
      took.push(performance.now() - begin);
      if (answer.fallback) plainly += 1;
    }
    client.close();
  };
  await Promise.all(Array.from({ length: clients }, run));
  return { took, plainly, cpu: (cpuOfShop() - began) / count };
}

/** CPU time of the API and the worker so far, in milliseconds. */
function cpuOfShop() {
  const parts = childrenOf(process.pid).filter(({ command }) => /dist\/backend\/(main|worker)\.js/.test(command));
  return parts.reduce((sum, { cpu }) => sum + cpu / 1_000, 0);
}

/**
 * Builds a multipart body once: shoppers' phones do that, not this machine.
 * @param {Buffer} picture
 * @param {string} [text]
 */
async function bodyWith(picture, text) {
  const form = new FormData();
  if (text) form.set('text', text);
  form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg');
  const written = new Response(form);
  return { type: written.headers.get('Content-Type') ?? '', bytes: new Uint8Array(await written.arrayBuffer()) };
}

/** The delay of the API's event loop since the last call. @param {string} origin */
async function held(origin) {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const seconds = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]);
  return `${(seconds * 1000).toFixed(1)} ms`;
}

/**
 * @param {(ask: Ask, count: number, clients: number) => Promise<Times>} timed
 * @param {Ask} ask
 */
async function untilIndexed(timed, ask) {
  const begin = performance.now();
  while ((await timed(ask, 1, 1)).plainly > 0) {
    if (performance.now() - begin > 300_000) throw new Error('The pictures were not described in five minutes.');
    await after(1_000);
  }
  console.log(`The demo shop's pictures were described after ${Math.round((performance.now() - begin) / 1000)} s.`);
}

/** A new shop renders its pictures in all widths, which takes minutes. @param {string} url of the database */
async function untilRendered(url) {
  const client = new pg.Client(url);
  await client.connect();
  const begin = performance.now();
  while ((await client.query("SELECT FROM media WHERE state = 'pending' LIMIT 1")).rowCount) {
    if (performance.now() - begin > 600_000) throw new Error('The pictures were not made in ten minutes.');
    await after(1_000);
  }
  await client.end();
}

/** A JPEG of 12 megapixels and 5 MB: shapes with a camera's noise. */
async function largePhoto() {
  const [width, height] = [4_000, 3_000];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#cfc6b8"/>
    <path d="M1300 700l500-200q200 160 400 0l500 200 300 700-330 140-120-260v1300h-1100v-1300l-120 260-330-140z" fill="#35507a"/></svg>`;
  const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 26 };
  const grain = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer();
  const drawn = sharp(Buffer.from(svg), { unlimited: true }).composite([{ input: grain, blend: 'soft-light' }]);
  for (let quality = 98; ; quality -= 1) {
    const photo = await drawn.clone().jpeg({ quality }).toBuffer();
    if (photo.length <= MAX_BYTES) return photo;
  }
}
