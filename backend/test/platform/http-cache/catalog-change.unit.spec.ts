import {
  formatCatalogChange,
  parseCatalogChange,
  type CatalogChange,
} from '../../../src/platform/http-cache/catalog-change.js';

test.each<[string, CatalogChange]>([
  ['edited 7 12', { kind: 'edited', ids: [7, 12] }],
  ['stock 7', { kind: 'stock', ids: [7] }],
  [
    'sold 7:10:12 9:0:1',
    {
      kind: 'sold',
      sales: [
        { id: 7, from: 10, to: 12 },
        { id: 9, from: 0, to: 1 },
      ],
    },
  ],
  ['', { kind: 'everything' }],
  ['curated', { kind: 'curated' }],
])('the payload "%s" is parsed and written', (payload, change) => {
  expect(parseCatalogChange(payload)).toEqual(change);
  expect(formatCatalogChange(change)).toBe(payload);
});

test.each(['recoloured 7', 'edited', 'edited x', 'sold 1:x:2', '{"kind":"edited"}'])(
  'the unknown payload "%s" means that everything changed',
  (payload) => expect(parseCatalogChange(payload)).toEqual({ kind: 'everything' }),
);
