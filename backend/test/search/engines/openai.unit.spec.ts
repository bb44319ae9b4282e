import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { z } from 'zod';
import { EngineUnavailable } from '../../../src/search/engines/engine-unavailable.js';
import { OpenAiEngine } from '../../../src/search/engines/openai/openai.js';
import { OpenAiApi } from '../../../src/search/engines/openai/openai-api.js';
import { cut, description, embedding, openAiStandIn, silence, status, text } from './openai-server.js';

const KEY = 'sk-test-very-secret';
const service = openAiStandIn();

/** The time of a test, in which nobody waits. */
function clockOfTest() {
  let time = 1_700_000_000_000;
  const pauses: number[] = [];
  const sleep = (milliseconds: number) => {
    pauses.push(milliseconds);
    time += milliseconds;
    return Promise.resolve();
  };
  return { now: () => time, sleep, pass: (milliseconds: number) => void (time += milliseconds), pauses };
}

function open({ callsPerMinute = 60, dimensions = 3, url = service.url } = {}) {
  const clock = clockOfTest();
  const settings = { url, key: KEY, embeddingModel: 'words-1', visionModel: 'eyes-1', dimensions, callsPerMinute };
  return { engine: new OpenAiEngine(settings, clock), clock };
}

const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#b02030' } })
    .withExif({ IFD0: { Artist: 'who took it' } })
    .jpeg()
    .toBuffer();

/** Why it was refused. */
async function refusal(asking: Promise<unknown>): Promise<EngineUnavailable> {
  const error: unknown = await asking.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EngineUnavailable);
  expect(JSON.stringify([(error as Error).message, (error as Error).stack])).not.toContain(KEY);
  return error as EngineUnavailable;
}

test('words become a vector of length 1', async () => {
  const { engine } = open();
  const vector = await engine.embedText('đầm đi biển');
  expect([...vector]).toEqual([11, 3, 4].map((value) => expect.closeTo(value / Math.hypot(11, 3, 4), 5)));
  expect(service.calls).toEqual([
    expect.objectContaining({
      path: '/v1/embeddings',
      headers: expect.objectContaining({ authorization: `Bearer ${KEY}` }),
      body: { model: 'words-1', input: 'đầm đi biển', encoding_format: 'float' },
    }),
  ]);
});

test('a picture is described in words, and those lie where words do', async () => {
  const { engine } = open();
  const described = await engine.embedImage(await picture(), 'index');
  expect(described).toEqual({ vector: await engine.embedText('Áo thun nam màu đỏ'), parts: null });
  const [request, read] = service.calls;
  expect(request).toMatchObject({ path: '/v1/chat/completions', body: { model: 'eyes-1' } });
  expect(read).toMatchObject({ path: '/v1/embeddings', body: { input: 'Áo thun nam màu đỏ' } });
  const url = /data:image\/jpeg;base64,([^"]+)/.exec(JSON.stringify(request!.body.messages))![1]!;
  const sent = Buffer.from(url, 'base64');
  expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 341 });
  expect(sent.includes('who took it')).toBe(false);
});

test('its name says what its vectors depend on, and not the key', () => {
  const name = (changes: object) => {
    const settings = { url: 'https://a.example/v1', key: KEY, embeddingModel: 'w', visionModel: 'e', dimensions: 3 };
    return new OpenAiEngine({ ...settings, callsPerMinute: 60, ...changes }).name;
  };
  expect(name({})).toMatch(/^openai:w\+e@[0-9a-f]{8}$/);
  expect(name({ key: 'another', callsPerMinute: 1 })).toBe(name({}));
  const others = [{ url: 'https://b.example/v1' }, { embeddingModel: 'x' }, { visionModel: 'x' }, { dimensions: 4 }];
  expect(new Set([{}, ...others].map(name)).size).toBe(5);
});

test('a file that is no picture is refused with the shop’s error and is not sent', async () => {
  const { engine } = open();
  await expect(engine.embedImage(Buffer.from('<svg/>'), 'index')).rejects.toMatchObject({ status: 415 });
  expect(service.calls).toEqual([]);
});

describe('a picture that it will not describe cannot be read', () => {
  test.each([
    ['refused', status(400, {}, { error: { code: 'invalid_image' } }), /answered 400, invalid_image$/],
    ['refused without a code', status(422), /answered 422$/],
    ['nothing said of it', description(null), /^eyes-1 has nothing to say/],
    ['nothing but blanks', description('  '), /^eyes-1 has nothing to say/],
  ])('%s', async (_case, reply, message) => {
    const { engine } = open();
    // However many there are, it is asked about the next one.
    for (let nth = 1; nth <= 4; nth++) {
      service.next(reply);
      await expect(engine.embedImage(await picture(), 'index')).rejects.toMatchObject({
        status: 415,
        message: expect.stringMatching(message),
      });
      expect(service.calls).toHaveLength(nth);
    }
    expect(await engine.embedImage(await picture(), 'index')).toMatchObject({ parts: null });
  });

  test('but not when a setting is wrong, or its words are refused', async () => {
    const { engine } = open();
    service.next(status(400, {}, { error: { code: 'unsupported_parameter' } }));
    await refusal(engine.embedImage(await picture(), 'index'));
    service.next(description('Áo'), status(400));
    await refusal(engine.embedImage(await picture(), 'index'));
  });
});

describe('what passes is tried again', () => {
  test.each([
    ['broken', status(500)],
    ['too busy', status(503)],
    ['hanging up', cut],
  ])('%s', async (_case, reply) => {
    const { engine, clock } = open();
    service.next(reply, reply);
    expect(await engine.embedText('áo')).toHaveLength(3);
    expect(service.calls).toHaveLength(3);
    // A little longer each time, and never the same.
    expect(clock.pauses[0]).toBeGreaterThanOrEqual(125);
    expect(clock.pauses[0]).toBeLessThan(375);
    expect(clock.pauses[1]).toBeGreaterThanOrEqual(250);
    expect(clock.pauses[1]).toBeLessThan(750);
  });

  test('a request is repeated at most twice', async () => {
    const { engine } = open();
    service.next(status(500), status(502), status(500));
    expect((await refusal(engine.embedText('áo'))).message).toMatch(/^127\.0\.0\.1:\d+ \/embeddings answered 500$/);
    expect(service.calls).toHaveLength(3);
  });

  test('after the time in Retry-After, not before', async () => {
    const { engine, clock } = open();
    service.next(status(429, { 'retry-after': '2' }));
    expect(await engine.embedText('áo')).toHaveLength(3);
    expect(clock.pauses).toEqual([2_000]);
  });
});

describe('it is given up at once', () => {
  test('when Retry-After is longer than the search may take, and no call is made until then', async () => {
    const { engine, clock } = open();
    service.next(status(429, { 'retry-after': '90' }, { error: { code: 'rate_limit_exceeded' } }));
    expect(await refusal(engine.embedText('áo'))).toMatchObject({
      retryAfter: 90_000,
      message: expect.stringContaining('answered 429, rate_limit_exceeded'),
    });
    clock.pass(89_000);
    expect(await refusal(engine.embedText('áo'))).toMatchObject({ retryAfter: 1_000 });
    expect(service.calls).toHaveLength(1);
    clock.pass(1_001);
    expect(await engine.embedText('áo')).toHaveLength(3);
  });

  test('also when Retry-After is a date', async () => {
    const { engine, clock } = open();
    service.next(status(503, { 'retry-after': new Date(clock.now() + 60_000).toUTCString() }));
    expect((await refusal(engine.embedText('áo'))).retryAfter).toBe(60_000);
  });

  test.each([
    ['a wrong key', status(401, {}, { error: { code: `invalid ${KEY}` } }), /answered 401$/],
    ['a model that is none', status(404, {}, { error: { code: 'model_not_found' } }), /answered 404, model_not_found$/],
    ['a way elsewhere', status(307, { location: '/v2/embeddings' }), /cannot be reached/],
    ['no JSON', text('<html>'), /did not answer in JSON$/],
    ['JSON of something else', { result: 'ok' }, /answered wrongly: data/],
    ['a vector of another length', embedding(1, 2), /AI_SEARCH_DIMENSIONS/],
    ['a vector of zeros', embedding(0, 0, 0), /zeros/],
    ['two vectors', { data: [...embedding(1, 2, 3).data, ...embedding(1, 2, 3).data] }, /answered wrongly/],
    ['words in a vector', { data: [{ embedding: ['1', '2', '3'] }] }, /answered wrongly: data\.0\.embedding\.0/],
  ])('%s', async (_case, reply, why) => {
    const { engine } = open();
    // However often it says so.
    service.next(reply, reply, reply);
    expect((await refusal(engine.embedText('áo'))).message).toMatch(why);
  });

  test('a service that does not answer in time', async () => {
    const api = new OpenAiApi({ url: service.url, key: KEY, callsPerMinute: 60 });
    service.next(silence);
    const why = await refusal(api.post('/embeddings', {}, z.object({}), { timeoutMs: 50, purpose: 'search' }));
    expect(why.message).toMatch(/did not answer in time$/);
    expect(service.calls).toHaveLength(1);
  });

  test('a refused connection', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const { engine } = open({ url: `http://127.0.0.1:${port}/v1` });
    expect((await refusal(engine.embedText('áo'))).message).toMatch(/cannot be reached: ECONNREFUSED$/);
  });
});

describe('it is not asked', () => {
  test('more often in a minute than its budget allows, retries included', async () => {
    const { engine, clock } = open({ callsPerMinute: 3 });
    service.next(status(500));
    await engine.embedText('áo');
    clock.pass(10_000);
    await engine.embedText('quần');
    const { message, retryAfter } = await refusal(engine.embedText('váy'));
    expect(message).toMatch(/All 3 calls of this minute are spent/);
    expect(service.calls).toHaveLength(3);
    clock.pass(retryAfter! - 1);
    await refusal(engine.embedText('váy'));
    clock.pass(2);
    expect(await engine.embedText('váy')).toHaveLength(3);
  });

  test('by searches for the last quarter of its budget, which indexing has', async () => {
    const { engine } = open({ callsPerMinute: 8 });
    for (let call = 0; call < 6; call++) await engine.embedText('áo');
    expect((await refusal(engine.embedText('áo'))).message).toMatch(/All 6 calls of this minute are spent/);
    await refusal(engine.embedImage(await picture(), 'search'));
    expect(await engine.embedImage(await picture(), 'index')).toMatchObject({ parts: null });
    await refusal(engine.embedImage(await picture(), 'index'));
    expect(service.calls).toHaveLength(8);
  });

  test('for a while once it has failed three times in a row', async () => {
    const { engine, clock } = open();
    for (let i = 0; i < 2; i++) {
      service.next(text('?'));
      await refusal(engine.embedText('áo'));
    }
    await engine.embedText('áo');
    for (let i = 0; i < 3; i++) {
      service.next(text('?'));
      await refusal(engine.embedText('áo'));
    }
    expect(service.calls).toHaveLength(6);
    expect(await refusal(engine.embedText('áo'))).toMatchObject({ message: expect.stringContaining('left alone') });
    expect(service.calls).toHaveLength(6);
    clock.pass(30_000);
    expect(await engine.embedText('áo')).toHaveLength(3);
  });
});
