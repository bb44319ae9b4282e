import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { IndexProcessor } from '../../../src/search/index/index.processor.js';
import { SearchIndex } from '../../../src/search/hybrid/search-index.js';
import { SearchRuntime } from '../../../src/search/worker/search-runtime.js';
import { SearchProcessor } from '../../../src/search/worker/search.processor.js';
import { TEXTS } from '../../../src/contract/rules.js';
import { asOwner, shop } from '../../support/client.js';
import { byBoth, byImage, byText, names, openRestockedSearchShop } from '../../support/search/search-shop.js';
import { ColorEngine, SearchWorker, addPicture, givenProduct, plain } from '../../support/search/search-worker.js';
import { passTime } from '../../support/clock.js';
import { until } from '../../support/until.js';
import { openWorker } from '../../support/worker.js';
import { changeCatalogue } from '../../catalog/stocked.js';
import { mediaFolder } from '../../support/media-folder.js';

const search = openRestockedSearchShop();

describe('indexing', () => {
  const outbox = async () => (await shop().db.query<unknown[]>('SELECT FROM search_outbox')).length;
  const namesFor = async (text: string) => {
    await search.indexed();
    return names(await byText(text));
  };

  test('renamed and new products are found, archived ones are not', async () => {
    const id = search.products['Áo khoác gió đỏ']!;
    await changeCatalogue(`UPDATE products SET name = 'Váy xòe đỏ' WHERE id = $1`, [id]);
    expect((await namesFor('váy xòe'))[0]).toBe('Váy xòe đỏ');
    await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [id]);
    expect(names(await byText('váy xòe'))).not.toContain('Váy xòe đỏ');
    expect(await namesFor('váy xòe')).not.toContain('Váy xòe đỏ');
    await givenProduct('Khăn lụa tơ tằm');
    expect((await namesFor('khăn lụa'))[0]).toBe('Khăn lụa tơ tằm');
  });

  test("an owner's word is read as its meaning", async () => {
    expect((await namesFor('đồ bảo hộ lao động'))[0]).not.toBe('Quần jean ống đứng đỏ');
    await changeCatalogue(
      `INSERT INTO search_synonyms (word, meanings) VALUES ('đồ bảo hộ lao động', '{quần jean ống đứng đỏ}')`,
    );
    expect((await namesFor('đồ bảo hộ lao động'))[0]).toBe('Quần jean ống đứng đỏ');
    await changeCatalogue('DELETE FROM search_synonyms');
  });

  test('a renamed brand is found, a deleted product is not', async () => {
    const id = await givenProduct('Áo len', { brand: 'Mây Trắng' });
    expect(await namesFor('len mây trắng')).toContain('Áo len');
    await changeCatalogue(`UPDATE brands SET title = 'Gió Nồm'`);
    expect(await namesFor('len gió nồm')).toContain('Áo len');
    await changeCatalogue('DELETE FROM products WHERE id = $1', [id]);
    expect(await namesFor('len gió nồm')).not.toContain('Áo len');
  });

  test('added pictures are found, removed ones are not, and a shared picture is analysed once', async () => {
    const green = await plain('#14a034');
    await addPicture(search.products['Áo thun cổ tròn đỏ']!, green, 1);
    await addPicture(search.products['Quần jean ống đứng đỏ']!, green, 1);
    await search.indexed();
    const looks = search.engine.looks;
    expect(
      names(await byImage(green))
        .slice(0, 2)
        .sort(),
    ).toEqual(['Quần jean ống đứng đỏ', 'Áo thun cổ tròn đỏ'].sort());
    expect(search.engine.looks).toBe(looks + 1);
    await changeCatalogue('DELETE FROM product_images WHERE product_id = $1 AND position = 1', [
      search.products['Áo thun cổ tròn đỏ'],
    ]);
    await search.indexed();
    const left = await byImage(green);
    expect(names(left)[0]).toBe('Quần jean ống đứng đỏ');
    expect(left.products[0]!.compatibility_percent).toBeGreaterThan(left.products[1]!.compatibility_percent);
  });

  test('a change of stock or sales adds nothing to the outbox', async () => {
    await changeCatalogue('UPDATE products SET count_in_stock = count_in_stock - 1');
    await changeCatalogue('UPDATE product_sales SET total_sold = total_sold + 1');
    expect(await outbox()).toBe(0);
    await changeCatalogue('UPDATE products SET price = price + 1');
    expect(await outbox()).toBe(6);
  });

  test('a batch that is indexed twice has its effect once', async () => {
    await changeCatalogue(`UPDATE products SET name = name || ' mới'`);
    const batch = (await search.worker.parts.indexer.takeBatch())!;
    expect(await search.worker.parts.indexer.takeBatch()).toBeNull();
    await Promise.all([search.worker.parts.indexer.index(batch), search.worker.parts.indexer.index(batch)]);
    expect(await outbox()).toBe(0);
    expect(await namesFor('áo khoác mới')).toContain('Áo khoác gió đỏ mới');
  });

  test('a worker that described pictures for long does not put back what another one indexed meanwhile', async () => {
    const { indexer } = search.worker.parts;
    const id = search.products['Áo khoác gió đỏ']!;
    const rename = (name: string) => changeCatalogue('UPDATE products SET name = $2 WHERE id = $1', [id, name]);
    const describe = search.engine.embedImage.bind(search.engine);
    search.engine.embedImage = async (bytes) => {
      search.engine.embedImage = describe;
      await rename('Áo len cổ lọ đỏ');
      await indexer.index((await indexer.takeBatch())!);
      return describe(bytes);
    };
    await addPicture(id, await plain('#a03c14'), 3);
    await rename('Áo gile đỏ');
    await indexer.index((await indexer.takeBatch())!);
    const [document] = await shop().db.query('SELECT facts FROM search_documents WHERE product_id = $1', [id]);
    expect(document).toMatchObject({ facts: { name: 'Áo len cổ lọ đỏ' } });
  });

  test('a change does not wait for all the products that a new engine describes', async () => {
    const all = 120;
    await shop().db.query('INSERT INTO search_outbox (product_id) SELECT generate_series(100001, 100000 + $1)', [all]);
    const id = search.products['Áo khoác gió đỏ']!;
    await changeCatalogue(`UPDATE products SET name = 'Váy xòe đỏ' WHERE id = $1`, [id]);
    const { indexer } = search.worker.parts;
    const taken = [];
    for (let batch = await indexer.takeBatch(); batch; batch = await indexer.takeBatch()) taken.push(batch.products);
    expect(taken[0]).toContain(id);
    expect(taken.flat()).toHaveLength(all + 1);
  });

  test('a lost batch is taken again after three minutes', async () => {
    await changeCatalogue(`UPDATE products SET name = name || ' mới'`);
    await search.worker.parts.indexer.takeBatch();
    await shop().db.query(`UPDATE search_outbox SET taken_at = now() - interval '3 minutes'`);
    expect((await search.worker.parts.indexer.takeBatch())?.products).toHaveLength(6);
  });

  test('a missing picture does not stop the indexing of its product', async () => {
    const hash = await addPicture(search.products['Áo thun cổ tròn đỏ']!, await plain('#14a034'), 1);
    rmSync(mediaFolder(hash), { recursive: true });
    await changeCatalogue(`UPDATE products SET name = name || ' mới'`);
    expect(await namesFor('áo thun mới')).toContain('Áo thun cổ tròn đỏ mới');
    expect(await outbox()).toBe(0);
  });

  test('a picture that cannot be read for a while is indexed later', async () => {
    const green = await plain('#14a034');
    const hash = await addPicture(search.products['Áo thun cổ tròn đỏ']!, green, 1);
    const folder = mediaFolder(hash);
    renameSync(folder, `${folder}.away`);
    mkdirSync(path.join(folder, '640.webp'), { recursive: true });
    await search.worker.parts.indexer.index((await search.worker.parts.indexer.takeBatch())!);
    expect(await outbox()).toBe(1);
    rmSync(folder, { recursive: true });
    renameSync(`${folder}.away`, folder);
    await shop().db.query(`UPDATE search_outbox SET taken_at = now() - interval '3 minutes'`);
    await search.indexed();
    expect(names(await byImage(green))[0]).toBe('Áo thun cổ tròn đỏ');
  });
});

describe('engines', () => {
  test('the old engine answers until the new one has indexed every picture', async () => {
    const next = new ColorEngine('color-2');
    const both = await SearchWorker.open(next, search.engine);
    try {
      await search.worker.close();
      await both.parts.indexer.start();
      const red = await plain('#c02626');
      const early = await byImage(red);
      expect(names(early)[0]).toMatch(/đỏ$/);
      expect(early).toMatchObject({ fallback: true, message: TEXTS.basicSearch });
      expect(next.looks).toBe(0);
      await both.index();
      expect(next.looks).toBe(6);
      passTime(2_100);
      const later = await byImage(red);
      expect(names(later)[0]).toMatch(/đỏ$/);
      expect(later.fallback).toBe(false);
      expect(next.looks).toBe(7);
    } finally {
      await both.close();
      search.worker = await SearchWorker.open(search.engine);
    }
  });

  test('a worker completes an interrupted `ai:reindex --again`', async () => {
    await search.worker.parts.indexer.reindex({ describeAgain: true });
    const looks = search.engine.looks;
    await search.worker.index();
    expect(search.engine.looks).toBe(looks + 6);
    const open = await shop().db.query<unknown[]>('SELECT FROM search_engines WHERE completed_at IS NULL');
    expect(open).toEqual([]);
  });

  describe('that are no longer used', () => {
    const hourPasses = () =>
      shop().db.query(
        `UPDATE search_engines SET last_requested_at = last_requested_at - interval '61 minutes',
           completed_at = completed_at - interval '61 minutes'`,
      );
    const kept = async () => {
      const rows = await shop().db.query<{ engine: string }[]>('SELECT DISTINCT engine FROM search_images ORDER BY 1');
      return rows.map((row) => row.engine);
    };
    let next: SearchWorker;
    const replacement = new ColorEngine('color-2');
    beforeEach(async () => {
      replacement.fallback = false;
      next = await SearchWorker.open(replacement);
    });
    afterEach(() => next.close());

    test('vectors of a replaced engine are deleted an hour after the new one is complete, not before', async () => {
      await next.parts.indexer.start();
      await hourPasses();
      await next.parts.indexer.deleteUnused();
      expect(await kept()).toEqual(['color-1']);
      await next.index();
      await next.parts.indexer.deleteUnused();
      expect(await kept()).toEqual(['color-1', 'color-2']);
      await hourPasses();
      await next.parts.indexer.deleteUnused();
      expect(await kept()).toEqual(['color-2']);
    });

    test('vectors of an engine that another worker uses are not deleted', async () => {
      await next.index();
      await hourPasses();
      await search.worker.parts.indexer.start();
      await next.parts.indexer.deleteUnused();
      await search.worker.parts.indexer.deleteUnused();
      expect(await kept()).toEqual(['color-1', 'color-2']);
      await hourPasses();
      await search.worker.parts.indexer.deleteUnused();
      expect(await kept()).toEqual(['color-1']);
    });

    test('no vectors are deleted while a fallback engine is in use', async () => {
      await next.index();
      await hourPasses();
      replacement.fallback = true;
      await next.parts.indexer.deleteUnused();
      expect(await kept()).toEqual(['color-1', 'color-2']);
    });
  });

  test('an engine whose rows were deleted indexes everything again', async () => {
    for (const isDone of [true, false]) {
      if (!isDone) await search.worker.parts.indexer.reindex({ describeAgain: true });
      await asOwner('TRUNCATE search_engines, search_images');
      await search.worker.work();
      const engines = await shop().db.query<unknown[]>('SELECT FROM search_engines WHERE completed_at IS NOT NULL');
      expect(engines).toHaveLength(1);
      const pictures = await shop().db.query<unknown[]>('SELECT FROM search_images');
      expect(pictures).toHaveLength(6);
    }
  });

  describe('that are slow', () => {
    const slow = new ColorEngine('color-2');
    let both: SearchWorker;
    beforeEach(async () => {
      await search.worker.close();
      slow.pause = Promise.resolve();
      both = await SearchWorker.open(slow, search.engine);
      await both.index();
    });
    afterEach(async () => {
      await both.close();
      search.worker = await SearchWorker.open(search.engine);
    });

    test('a search by picture falls back to the next engine in time, and its response reports that', async () => {
      let end = () => {};
      slow.pause = new Promise((resolve) => (end = resolve));
      try {
        const results = await byImage(await plain('#c02626'));
        expect(names(results)[0]).toMatch(/đỏ$/);
        expect(results).toMatchObject({ fallback: true, message: TEXTS.basicSearch });
      } finally {
        end();
      }
      expect((await byImage(await plain('#c02626'))).fallback).toBe(false);
    });
  });

  test('when the engine fails, a search falls back to the text, and its response reports that', async () => {
    search.engine.isDown = true;
    const results = await byBoth(await plain('#1e3ec8'), { text: 'áo khoác' });
    expect(names(results)[0]).toMatch(/^Áo khoác/);
    expect(results).toMatchObject({ fallback: true, message: TEXTS.basicSearch });
  });

  test('when the engine fails during indexing, words are indexed at once and pictures later', async () => {
    search.engine.isDown = true;
    await givenProduct('Khăn lụa', { pictures: [await plain('#14a034')] });
    const batch = (await search.worker.parts.indexer.takeBatch())!;
    await search.worker.parts.indexer.index(batch);
    passTime(310);
    search.engine.isDown = false;
    expect(names(await byText('khăn lụa'))).toContain('Khăn lụa');
    expect(await search.worker.parts.indexer.countPending()).toBe(1);
    await shop().db.query(`UPDATE search_outbox SET taken_at = now() - interval '3 minutes'`);
    await search.indexed();
    expect(names(await byImage(await plain('#14a034')))[0]).toBe('Khăn lụa');
  });
});

test('the worker process indexes products, and reads them with the first search', async () => {
  await search.worker.close();
  const read = jest.spyOn(SearchIndex.prototype, 'refresh');
  const process = await openWorker();
  try {
    expect(read).not.toHaveBeenCalled(); // Nobody has searched.
    await givenProduct('Khăn lụa tơ tằm', { pictures: [await plain('#14a034')] });
    await until('the scarf is found', async () => {
      const results = await byText('khăn lụa tơ tằm');
      return !results.fallback && results.products.length > 0;
    });
    // Its words are found before its picture is described.
    await until('nothing is pending', async () => (await search.worker.parts.indexer.countPending()) === 0);
  } finally {
    read.mockRestore();
    await process.close();
    search.worker = await SearchWorker.open(search.engine);
  }
});

test('the worker process takes no more jobs once its threads are closed', async () => {
  const process = await openWorker();
  const workers = [SearchProcessor, IndexProcessor].map((processor) => process.get(processor).worker);
  const parts = process.get(SearchRuntime);
  const close = parts.close.bind(parts);
  let areClosing: boolean[] = [];
  jest.spyOn(parts, 'close').mockImplementation(() => {
    areClosing = workers.map(({ closing }) => Boolean(closing));
    return close();
  });
  await process.close();
  expect(areClosing).toEqual([true, true]);
});
