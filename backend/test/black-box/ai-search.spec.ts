import { AiSearchAnswer } from '../../src/contract/search/ai-search.js';
import { TEXTS } from '../../src/contract/rules.js';
import { call, expectError, form, picture, read, useShop } from './caller.js';

useShop();

const byText = (body: object) => call('POST', '/api/ai-search/text/', { body });
const byForm = (kind: 'image' | 'combined', fields: Parameters<typeof form>[0]) =>
  call('POST', `/api/ai-search/${kind}/`, { body: form(fields) });
const text = new Blob(['không phải ảnh'], { type: 'image/png' });

test.each([0, 25, -1, 1.5, 'x'])('an AI search with the limit %p answers 400', async (limit) => {
  expectError(await byText({ text: 'váy đỏ', limit }), 400);
  expectError(await byForm('combined', { text: 'váy đỏ', limit }), 400);
  expectError(await byForm('image', { image: await picture(), limit }), 400);
});

test.each([' ', '', undefined, 7])('an AI search for the text %p answers 400', async (wanted) => {
  expectError(await byText({ text: wanted }), 400);
});

test('an AI search without a text and a picture is told to give one', async () => {
  for (const reply of [await byForm('combined', {}), await byForm('combined', { text: ' ' })]) {
    expectError(reply, 400);
    expect(reply.body).toMatchObject({ error: TEXTS.nothingAsked });
  }
  expectError(await byForm('image', {}), 400);
});

test('a file that is no picture answers 415, beside a text too', async () => {
  expectError(await byForm('image', { image: text }), 415);
  expectError(await byForm('combined', { text: 'váy đỏ', image: text }), 415);
});

test('an AI search takes a picture, with words or without', async () => {
  const image = await picture();
  read(await byForm('combined', { text: 'áo thun', image }), AiSearchAnswer);
  const { products } = read(await byForm('image', { image, limit: 2 }), AiSearchAnswer);
  expect(products.length).toBeLessThanOrEqual(2);
});

test('an AI search answers the best products first, 6 if no limit is given, and at most its limit', async () => {
  const { products } = read(await byText({ text: 'áo' }), AiSearchAnswer);
  expect(products.length).toBeLessThanOrEqual(6);
  const percents = products.map(({ compatibility_percent: percent }) => percent);
  expect(percents).toEqual(percents.toSorted((one, other) => other - one));
  for (const limit of [1, 24])
    expect(read(await byText({ text: 'áo', limit }), AiSearchAnswer).products.length).toBeLessThanOrEqual(limit);
});
