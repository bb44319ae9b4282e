import type { Facets } from '../../../src/contract/catalog/catalog.js';
import { Curation, type PinRow } from '../../../src/search/curation/curation.js';
import { readQueries } from '../../../src/search/curation/read-queries.js';
import type { SynonymRow } from '../../../src/search/curation/synonyms.js';
import type { ListQuery } from '../../../src/search/keyword/product-list.js';
import { findAny } from '../../../src/search/matching/match-any.js';
import { listPart } from '../../../src/search/keyword/product-list.js';
import type { LearnedPair } from '../../../src/search/learning/learned-boosts.sql.js';
import { WordIndex } from '../../../src/search/text/word-index.js';

const NO_FACTS = { description: '', category: 'Áo thun', brand: '', colors: [], sizes: [], min_price: 200_000 };
const NAMES = ['Áo thun trơn', 'Áo thun sọc', 'Áo thun hè', 'Váy xòe', 'Hijab lụa', 'Khăn trùm len'];

function shopOf({ synonyms = [] as SynonymRow[], pins = [] as PinRow[], pairs = [] as LearnedPair[] }) {
  const index = new WordIndex();
  NAMES.forEach((name, nth) => {
    const category = name.startsWith('Áo') ? 'Áo thun' : '';
    index.set(nth + 1, { ...NO_FACTS, name, category, total_sold: 10 - nth });
  });
  const curation = new Curation();
  curation.direct(synonyms, pins);
  curation.learn(pairs);
  const list = (keyword: string, filters: ListQuery = {}, part = { from: 0, count: 50 }) => {
    const queries = readQueries(keyword, index, curation.synonyms);
    const match = curation.arrange(findAny(queries, index), keyword, index);
    return { ...listPart(index, match, filters, part), chips: queries[0].chips };
  };
  const found = (keyword: string, filters?: ListQuery) => list(keyword, filters).ids.map((id) => NAMES[id - 1]);
  return { index, list, found };
}

const pin = (product: number, position: number, query = 'áo thun') => ({
  query,
  product,
  kind: 'pin' as const,
  position,
});
const bury = (product: number, query = 'áo thun') => ({ query, product, kind: 'bury' as const, position: 0 });
const SHIRTS = ['Áo thun trơn', 'Áo thun sọc', 'Áo thun hè'];

describe('pins', () => {
  test('pinned products come first in their order, though they do not fit, and buried ones last', () => {
    const { found } = shopOf({ pins: [pin(4, 0), pin(3, 1), bury(1)] });
    expect(found('áo thun')).toEqual(['Váy xòe', 'Áo thun hè', 'Áo thun sọc', 'Áo thun trơn']);
    expect(found('AO   THUN')).toEqual(found('áo thun'));
    expect(found('áo')).toEqual(SHIRTS);
  });

  test('a product that is not in the shop is left out, and a buried one that does not fit is not brought in', () => {
    const { found } = shopOf({ pins: [pin(99, 0), bury(4)] });
    expect(found('áo thun')).toEqual(SHIRTS);
  });

  test('counts, facets and pages stay exact', () => {
    const { list } = shopOf({ pins: [pin(4, 0), bury(1)] });
    const pages = [0, 1, 2, 3, 4].flatMap((from) => list('áo thun', {}, { from, count: 1 }).ids);
    expect(pages).toEqual([4, 2, 3, 1]);
    expect(list('áo thun').count).toBe(4);
    expect(list('áo thun', { price: 1 }).count).toBe((JSON.parse(list('áo thun').facets) as Facets).price[1] ?? 0);
  });

  test('a chosen order leaves them where it puts them', () => {
    const { list } = shopOf({ pins: [pin(4, 0), bury(1)] });
    expect(list('áo thun', { sort: 'sold-desc' }).ids).toEqual([1, 2, 3, 4]);
  });
});

describe('learning', () => {
  const pair = (product: number, clicks: number) => ({
    query: 'áo thun',
    product,
    clicks,
    purchases: 0,
    searches: 100,
  });

  test('what is clicked more comes before what fits as well', () => {
    const { found } = shopOf({ pairs: [pair(3, 60)] });
    expect(found('áo thun')).toEqual(['Áo thun hè', 'Áo thun trơn', 'Áo thun sọc']);
    expect(found('ao thun')[0]).toBe('Áo thun hè');
    expect(found('áo')).toEqual(SHIRTS);
  });

  test('says whether it changes an order, which has a version of its own', () => {
    const curation = new Curation();
    const learnt = [
      curation.learn([]),
      curation.learn([pair(3, 60)]),
      curation.learn([pair(3, 61)]),
      curation.learn([pair(3, 60), pair(2, 1)]),
      curation.learn([pair(3, 60), pair(2, 60)]),
      curation.learn([pair(3, 60), { ...pair(2, 60), query: 'áo' }]),
      curation.learn([]),
    ];
    expect(learnt).toEqual([false, true, false, false, true, true, true]);
    expect(curation.version).toBe(4);
  });

  test('no number of clicks brings in what does not fit, or passes what fits better', () => {
    const { found } = shopOf({ pairs: [pair(4, 10_000)] });
    expect(found('áo thun')).toEqual(SHIRTS);
    const sure = shopOf({ pairs: [{ ...pair(2, 10_000), query: 'áo thun hè' }] });
    expect(sure.found('áo thun hè')[0]).toBe('Áo thun hè');
  });
});

describe('synonyms', () => {
  test('a word finds what its meanings find, and the chip takes back the typed word', () => {
    const { list, found } = shopOf({ synonyms: [{ word: 'bánh bèo', meanings: ['váy'], is_two_way: false }] });
    expect(found('bánh bèo')).toEqual(['Váy xòe']);
    const [chip] = list('kiểu bánh bèo').chips;
    expect('kiểu bánh bèo'.slice(chip?.start, chip?.end)).toBe('bánh bèo');
  });

  test('words that mean each other find what either of them finds', () => {
    const { found } = shopOf({ synonyms: [{ word: 'hijab', meanings: ['khăn trùm'], is_two_way: true }] });
    const both = ['Hijab lụa', 'Khăn trùm len'];
    expect([found('hijab').sort(), found('khan trum').sort()]).toEqual([both, both]);
  });
});
