import fc from 'fast-check';
import { parseQuery } from '../../../src/search/text/query/parse-query.js';
import { shop } from './shop.js';

/** The same texts each time; QUERY_SEED tries others. A failure prints the seed. */
const SEED = Number(process.env.QUERY_SEED ?? 7);

const index = shop();
const WORDS =
  'áo thun dài tay nam nữ đỏ đen không phải dưới 300k từ 200 đến 500 nghìn size M lụa dự tiệc giá rẻ aokhoac ddaamf nu74 😀 , . '.split(
    ' ',
  );

/** Anything that may be typed: words of the shop, any unicode, composed or not. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 1000 }),
  fc.string({ unit: 'binary', maxLength: 1000 }),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(' ')),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(' ').normalize('NFD').toUpperCase()),
);

test('any text is parsed without an error, and its results are in order', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 24 }), (text, count) => {
      const query = parseQuery(text, index);
      for (const { start, end } of query.chips) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThan(start ?? 0);
        expect(end).toBeLessThanOrEqual(text.length);
      }
      const matches = index.search(query, count);
      expect(matches.length).toBeLessThanOrEqual(count);
      matches.forEach(({ percent, score }, place) => {
        expect(Number.isInteger(percent) && percent >= 1 && percent <= 100).toBe(true);
        expect(percent).toBeLessThanOrEqual(matches[place - 1]?.percent ?? 100);
        expect(score).toBeLessThanOrEqual(matches[place - 1]?.score ?? 1);
      });
      expect(new Set(matches.map(({ id }) => id)).size).toBe(matches.length);
      expect(index.search(parseQuery(text, index), count)).toEqual(matches);
    }),
    { numRuns: 300, seed: SEED },
  );
});

test('case and the way tones are composed change nothing', () => {
  const words = fc.array(fc.constantFrom(...WORDS.filter((word) => word !== '😀')), { maxLength: 20 });
  const read = (text: string) => parseQuery(text, index).chips.map(({ kind, label }) => [kind, label]);
  fc.assert(
    fc.property(words, (some) => {
      const text = some.join(' ');
      expect(read(text.toUpperCase())).toEqual(read(text));
      expect(read(text.normalize('NFD'))).toEqual(read(text));
    }),
    { numRuns: 200, seed: SEED },
  );
});
