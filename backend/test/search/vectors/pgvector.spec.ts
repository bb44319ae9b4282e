import request from 'supertest';
import { AiSearchAnswer } from '../../../src/contract/search/ai-search.js';
import { answer, asOwner, openShop, shop } from '../../support/client.js';
import { hasPgVector, withPgVector } from '../../support/setup/pgvector.js';
import { ColorEngine, SearchWorker, addPicture, givenProduct, plain } from '../../support/search/search-worker.js';
import { passTime } from '../../support/clock.js';
import { changeCatalogue } from '../../catalog/stocked.js';
import { VectorStatements } from '../../../src/search/vectors/search-vectors.sql.js';

const [RED, BLUE, GREEN] = ['#c81e1e', '#1e3ec8', '#14a034'];

// Where the server has no pgvector all of this is skipped.
(hasPgVector ? describe : describe.skip)(withPgVector(), () => {
  let engine: ColorEngine;
  let worker: SearchWorker;
  let idOf: Record<string, number>;
  // Before the shop closes: both share its connections.
  afterAll(() => worker.close());

  openShop({ RATE_LIMIT: 'off', AI_SEARCH_VECTORS: 'pgvector' });

  beforeEach(async () => {
    await worker?.close();
    await asOwner(
      'TRUNCATE products, brands, categories, search_outbox, search_documents, search_images, search_engines CASCADE',
    );
    await asOwner('DROP TABLE IF EXISTS search_vectors');
    idOf = {};
    for (const [name, color] of [
      ['Áo khoác đỏ', RED],
      ['Áo khoác xanh', BLUE],
      ['Quần jean đỏ', RED],
      ['Quần jean xanh', BLUE],
    ] as const)
      idOf[name] = await givenProduct(name, {
        category: name.split(' ', 2).join(' '),
        pictures: [await plain(color)],
      });
    engine = new ColorEngine();
    worker = await SearchWorker.open(engine);
    await worker.index();
  });

  const ask = async (color: string, text?: string) => {
    const sent = request(shop().url)
      .post(`/api/ai-search/${text === undefined ? 'image' : 'combined'}/`)
      .field(text === undefined ? {} : { text })
      .attach('image', await plain(color), 'a.jpg');
    return answer(await sent, AiSearchAnswer);
  };
  const names = ({ products }: AiSearchAnswer) => products.map(({ name }) => name);
  const search = async (color: string, text?: string) => names(await ask(color, text));
  /** What has changed is worked off, and old enough to be read before the next search. */
  const indexed = async (of = worker) => {
    await of.index();
    passTime(310);
  };
  /** The vectors that are kept, and the transactions that wrote them. */
  const kept = () =>
    shop().db.query<{ engine: string; id: string; written: string }[]>(
      'SELECT engine, id, xmin::text AS written FROM search_vectors ORDER BY id',
    );
  const described = () =>
    shop().db.query<{ engine: string; id: string }[]>('SELECT engine, id FROM search_images ORDER BY id');
  const expectAllKept = async () =>
    expect((await kept()).map(({ engine: by, id }) => ({ engine: by, id }))).toEqual(await described());

  test('products are found by picture, and by picture with words', async () => {
    await expectAllKept();
    expect(await kept()).toHaveLength(4);
    const { products, fallback } = await ask(RED);
    expect(fallback).toBe(false);
    expect(products.map(({ name }) => name.split(' ').pop())).toEqual(['đỏ', 'đỏ', 'xanh', 'xanh']);
    const percents = products.map((product) => product.compatibility_percent);
    expect(percents).toEqual(percents.toSorted((a, b) => b - a));
    expect(percents[0]).toBeGreaterThan(90);
    expect((await search(BLUE, 'áo khoác'))[0]).toBe('Áo khoác xanh');
    expect((await search(BLUE, 'quần jean màu đỏ'))[0]).toBe('Quần jean đỏ');
  });

  test('renamed, new and archived products and shared pictures are searched as they are now', async () => {
    await changeCatalogue(`UPDATE products SET name = 'Váy xòe đỏ' WHERE id = $1`, [idOf['Áo khoác đỏ']]);
    await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [idOf['Quần jean đỏ']]);
    const green = await plain(GREEN);
    await givenProduct('Khăn lụa', { pictures: [green] });
    await addPicture(idOf['Áo khoác xanh']!, green, 1);
    await indexed();
    const red = await search(RED);
    expect(red[0]).toBe('Váy xòe đỏ');
    expect(red).not.toContain('Quần jean đỏ');
    expect((await search(GREEN)).slice(0, 2).sort()).toEqual(['Khăn lụa', 'Áo khoác xanh'].sort());
    await changeCatalogue('DELETE FROM product_images WHERE product_id = $1 AND position = 1', [idOf['Áo khoác xanh']]);
    await indexed();
    const left = await ask(GREEN);
    expect(names(left)[0]).toBe('Khăn lụa');
    expect(left.products[0]!.compatibility_percent).toBeGreaterThan(left.products[1]!.compatibility_percent);
  });

  test('a restarted worker gives the same results and rewrites no vector', async () => {
    const [before, red, looks] = [await kept(), await ask(RED), engine.looks];
    await worker.close();
    worker = await SearchWorker.open(engine);
    await worker.index();
    expect(await ask(RED)).toEqual(red);
    expect(await kept()).toEqual(before);
    // At the picture that was asked for, and no other.
    expect(engine.looks).toBe(looks + 1);
  });

  test('vectors computed without pgvector are inserted, and another engine answers until then', async () => {
    const other = Object.assign(new ColorEngine('with-parts'), { hasParts: true });
    await worker.close();
    worker = await SearchWorker.open(engine, other);
    await worker.index();
    await worker.close();
    await asOwner('DROP TABLE search_vectors');
    worker = await SearchWorker.open(engine, other);
    const looks = [engine.looks, other.looks] as const;
    await worker.parts.indexer.start();
    const early = await ask(RED);
    expect(early.fallback).toBe(true);
    expect(names(early)[0]).toMatch(/đỏ$/);
    await worker.index();
    expect(await kept()).toHaveLength(4);
    // Which engines answer is cached for this long.
    passTime(2_100);
    const later = await ask(RED);
    expect(later.fallback).toBe(false);
    expect(names(later)[0]).toMatch(/đỏ$/);
    // At the picture that was asked for, and no other.
    expect([engine.looks, other.looks]).toEqual([looks[0] + 1, looks[1] + 1]);
  });

  test('a vector that an interrupted worker did not insert is inserted when its product is indexed again', async () => {
    const [, second] = await kept();
    await shop().db.query('DELETE FROM search_vectors WHERE id = $1', [second!.id]);
    await worker.parts.indexer.reindex({ describeAgain: false });
    const looks = engine.looks;
    await worker.index();
    await expectAllKept();
    expect(engine.looks).toBe(looks);
    await worker.parts.indexer.reindex({ describeAgain: true });
    await worker.index();
    await worker.parts.indexer.deleteUnused();
    expect(engine.looks).toBe(looks + 4);
    await expectAllKept();
  });

  test('the vectors of archived products are deleted, and inserted again when the products return', async () => {
    const [all, looks] = [await described(), engine.looks];
    const archive = (at: string) =>
      changeCatalogue(`UPDATE products SET archived_at = ${at} WHERE id = $1`, [idOf['Quần jean đỏ']]);
    const idsKept = async () => (await kept()).map(({ id }) => id);
    await archive('now()');
    await worker.parts.indexer.deleteUnused();
    expect(await idsKept()).toHaveLength(3);
    // A new worker looks for vectors that are missing.
    await worker.close();
    worker = await SearchWorker.open(engine);
    await indexed();
    expect(await idsKept()).toHaveLength(3);
    await archive('NULL');
    await indexed();
    expect(await idsKept()).toEqual(all.map(({ id }) => id));
    expect(engine.looks).toBe(looks);
    expect((await search(RED)).slice(0, 2)).toContain('Quần jean đỏ');
  });

  test('a product that returns while its vectors are deleted has them again', async () => {
    const id = idOf['Quần jean đỏ'];
    await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [id]);
    await indexed();
    const { deleteUnshown } = VectorStatements.prototype;
    const deleted = jest.spyOn(VectorStatements.prototype, 'deleteUnshown');
    deleted.mockImplementationOnce(async function (this: VectorStatements, db) {
      const hashes = await deleteUnshown.call(this, db);
      await changeCatalogue('UPDATE products SET archived_at = NULL WHERE id = $1', [id]);
      return hashes;
    });
    await worker.parts.indexer.deleteUnused();
    expect(deleted).toHaveBeenCalledTimes(1);
    await expectAllKept();
    deleted.mockRestore();
  });

  test('the vectors of deleted pictures and unused engines are deleted', async () => {
    await changeCatalogue('DELETE FROM product_images WHERE product_id = $1', [idOf['Quần jean đỏ']]);
    await indexed();
    await shop().db.query('DELETE FROM media WHERE NOT EXISTS (SELECT FROM product_images WHERE media_hash = hash)');
    expect(await described()).toHaveLength(3);
    expect(await kept()).toHaveLength(4);
    await worker.parts.indexer.deleteUnused();
    await expectAllKept();
    expect((await search(RED)).slice(0, 1)).toEqual(['Áo khoác đỏ']);

    const next = await SearchWorker.open(new ColorEngine('color-2'));
    try {
      await next.index();
      await shop().db.query(
        `UPDATE search_engines SET completed_at = completed_at - interval '61 minutes',
           last_requested_at = last_requested_at - interval '61 minutes'`,
      );
      await next.parts.indexer.deleteUnused();
      await expectAllKept();
      expect(new Set((await kept()).map((row) => row.engine))).toEqual(new Set(['color-2']));
    } finally {
      await next.close();
    }
  });

  test('an engine whose pictures have parts is searched in memory', async () => {
    await worker.close();
    const withParts = Object.assign(new ColorEngine('with-parts'), { hasParts: true });
    worker = await SearchWorker.open(withParts);
    await worker.index();
    expect((await search(RED))[0]).toMatch(/đỏ$/);
    expect((await kept()).map((row) => row.engine)).toEqual(Array(4).fill('color-1'));
  });
});
