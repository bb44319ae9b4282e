import { AiSearchAnswer, FoundProduct, SearchByImage, SearchByText, SearchCombined } from '../search/ai-search.js';
import {
  QueryPins,
  QueryPinsRow,
  SavePins,
  SaveSynonym,
  SearchEvent,
  SearchQueryRow,
  Synonym,
} from '../search/search.js';
import { Suggestions } from '../search/suggestions.js';
import { LISTED_PRODUCT } from './catalogue.js';
import { example } from './example.js';

const FOUND = {
  ...LISTED_PRODUCT,
  compatibility_percent: 96,
  reasons: ['cùng màu', 'đúng khoảng giá'],
} satisfies FoundProduct;

const PRODUCT_NAME = { id: LISTED_PRODUCT.id, name: LISTED_PRODUCT.name, image: LISTED_PRODUCT.image };

/** Examples of the search, and of how an owner directs it. */
export const SEARCH_EXAMPLES = [
  example(Suggestions, {
    queries: ['áo thun', 'áo thun đen'],
    categories: [{ id: 2, title: 'Áo thun' }],
    brands: [{ id: 4, title: 'MAY Basic' }],
    products: [{ ...PRODUCT_NAME, min_price: LISTED_PRODUCT.min_price }],
  }),
  example(SearchByText, { text: 'áo thun đen dưới 300k', limit: 6 }),
  example(SearchByImage, { limit: 6, ignore: ['color'] }),
  example(SearchCombined, { text: 'giống áo này nhưng màu đen', limit: 6 }),
  example(FoundProduct, FOUND),
  example(AiSearchAnswer, {
    products: [FOUND],
    fallback: false,
    understood: [
      { kind: 'type', label: 'áo thun', of: 'text', start: 0, end: 7 },
      { kind: 'color', label: 'đen', of: 'text', start: 8, end: 11 },
      { kind: 'price', label: 'dưới 300.000đ', of: 'text', start: 12, end: 21 },
    ],
  }),
  example(SearchEvent, { type: 'click', keyword: 'áo thun đen', product: 12 }),
  example(SearchQueryRow, { query: 'áo thun đen', searches: 214, empty: 0, clicks: 96, purchases: 11 }),
  example(SaveSynonym, { word: 'áo phông', meanings: ['áo thun'], is_two_way: true }),
  example(Synonym, { id: 5, word: 'áo phông', meanings: ['áo thun'], is_two_way: true }),
  example(SavePins, { query: 'áo thun', pinned: [12], buried: [], was: { pinned: [], buried: [] } }),
  example(QueryPinsRow, { query: 'áo thun', pinned: 1, buried: 0 }),
  example(QueryPins, { query: 'áo thun', pinned: [{ ...PRODUCT_NAME, is_archived: false }], buried: [] }),
];
