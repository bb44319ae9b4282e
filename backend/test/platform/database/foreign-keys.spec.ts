import { openShop, shop } from '../../support/client.js';

openShop();

/** Foreign keys that need no index, each with the reason. */
const WITHOUT_INDEX = {
  'brands(image_hash)': 'brands are few',
  'categories(image_hash)': 'categories are few',
  'products(brand_id)': 'a brand is deleted seldom, and by an administrator',
  'products(category_id)': 'a category is deleted seldom, and by an administrator',
  'wallet_transactions(order_id)': 'orders are never deleted',
};

/** An index finds what refers to a row if the key's columns are its first ones, and no row that refers to one is missing in it. */
const UNINDEXED = `
  WITH key AS (
    SELECT conrelid, conkey, (
      SELECT string_agg(attname, ', ' ORDER BY nth) FROM unnest(conkey) WITH ORDINALITY part (attnum, nth)
      JOIN pg_attribute USING (attnum) WHERE attrelid = conrelid) AS columns
    FROM pg_constraint WHERE contype = 'f'),
  usable AS (
    SELECT indrelid, indkey::int2[] AS columns, pg_get_expr(indpred, indrelid) AS condition FROM pg_index WHERE indisvalid)
  SELECT conrelid::regclass || '(' || key.columns || ')' AS name FROM key
  WHERE NOT EXISTS (
    SELECT FROM usable WHERE indrelid = conrelid AND (condition IS NULL OR condition = '(' || key.columns || ' IS NOT NULL)')
      AND usable.columns[0:cardinality(conkey) - 1] @> conkey)
  ORDER BY name`;

test('an index finds what refers to a row, so that a deletion reads no table whole', async () => {
  const rows: { name: string }[] = await shop().db.query(UNINDEXED);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(WITHOUT_INDEX));
});
