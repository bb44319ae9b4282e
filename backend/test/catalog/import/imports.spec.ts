import { Logger } from '@nestjs/common';
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import request from 'supertest';
import type { DataSource } from 'typeorm';
import { withImportLock } from '../../../src/catalog/import/import.locks.js';
import { Config } from '../../../src/platform/config/config.js';
import { AuditEntry } from '../../../src/contract/administration/audit.js';
import { pageSchema } from '../../../src/contract/common.js';
import { Import, ImportLine } from '../../../src/contract/catalog/imports.js';
import { Placed } from '../../../src/contract/orders/placing.js';
import { ImportFiles } from '../../../src/catalog/import/runs/import-files.js';
import { ImportRunner } from '../../../src/catalog/import/runs/import-runner.js';
import { StoreUnavailable } from '../../../src/platform/file-store/file-store.js';
import { answer, asOwner, openShop, shop } from '../../support/client.js';
import { cartOf, given, times, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { changeCatalogue } from '../stocked.js';

openShop({ RATE_LIMIT: 'off' });
const importsFolder = () => path.join(shop().app.get(Config).dataDir, 'imports');
expectSoundLedger();

const IMPORTS = '/api/admin/catalogue/imports/';
const HEADER =
  'Handle,Title,Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price';
const csv = (...rows: string[]) => [HEADER, ...rows, ''].join('\n');
const many = (count: number, stock = 1) =>
  csv(...Array.from({ length: count }, (_, nth) => `p-${nth},Áo số ${nth},Mây,true,,,S${nth},${stock},1000`));

let admin: Shopper;
beforeAll(async () => (admin = await given.admin()));
beforeEach(async () => {
  await asOwner('TRUNCATE products, brands, import_runs CASCADE');
  rmSync(importsFolder(), { recursive: true, force: true });
  mkdirSync(importsFolder());
});

const upload = (text: string | Buffer, name = 'sản phẩm.csv') =>
  request(shop().url)
    .post(IMPORTS)
    .set('Authorization', `JWT ${admin.access}`)
    .attach('file', Buffer.from(text as string), name);

/** A worker, as it runs in its own process. */
const worker = (db: DataSource = shop().db) => {
  const config = shop().app.get(Config);
  return new ImportRunner(db, config, ImportFiles.of(config));
};
const one = async (id: number) => answer(await admin.get(`${IMPORTS}${id}/`), Import);
const linesOf = async (id: number, kind = '') =>
  answer(await admin.get(`${IMPORTS}${id}/lines/?kind=${kind}`), ImportLine.array());
const filesLeft = () => readdirSync(importsFolder());

/** Runs an import whose process dies after its first transaction. */
async function runOneBatch(id: number): Promise<void> {
  const { db } = shop();
  const transaction = db.transaction.bind(db) as (work: unknown) => Promise<unknown>;
  let transactions = 0;
  jest.spyOn(db, 'transaction').mockImplementation((work: unknown) => {
    transactions += 1;
    return transactions === 2 ? Promise.reject(new Error('the process died')) : transaction(work);
  });
  await worker().run(id);
  jest.restoreAllMocks();
}

async function checked(text: string | Buffer): Promise<number> {
  const { id } = answer(await upload(text), Import, 201);
  await worker().run(id);
  return id;
}

test('a file is checked, previewed, imported after a confirmation, and recorded in the audit log', async () => {
  const created = answer(await upload(many(3)), Import, 201);
  expect(created).toMatchObject({
    file_name: 'sản phẩm.csv',
    size: Buffer.byteLength(many(3)),
    state: 'checking',
    progress: 0,
    user: { id: admin.id, username: admin.username },
  });
  expect(await worker().due()).toEqual([created.id]);
  await worker().run(created.id);
  expect(await one(created.id)).toMatchObject({
    state: 'ready',
    progress: 1,
    counts: { products: 3, created: 3, updated: 0, unchanged: 0, variants: 0, errors: 0, warnings: 0 },
  });
  expect(await linesOf(created.id)).toMatchObject([
    { kind: 'created', line: 2, column: null, message: 'Áo số 0', fields: [] },
    { line: 3 },
    { line: 4 },
  ]);
  expect(await shop().db.query('SELECT * FROM products')).toEqual([]);

  expect(answer(await admin.post(`${IMPORTS}${created.id}/start/`), Import)).toMatchObject({
    state: 'importing',
    progress: 0,
    counts: { products: 3, created: 0 },
  });
  await worker().run(created.id);
  expect(await one(created.id)).toMatchObject({ state: 'done', progress: 1, counts: { products: 3, created: 3 } });
  expect(await shop().db.query('SELECT count(*)::int AS n FROM products')).toEqual([{ n: 3 }]);
  expect(filesLeft()).toEqual([]);
  const log = answer(await admin.get('/api/admin/audit/?action=import'), AuditEntry.array());
  expect(log[0]).toMatchObject({
    actor: { id: admin.id },
    subject: 'catalogue',
    subject_name: 'sản phẩm.csv',
    after: { products: 3, created: 3, updated: 0, unchanged: 0 },
  });
});

test('a file with errors is refused, and its errors can be downloaded', async () => {
  const id = await checked(csv('a,,,true,,,,x,5', 'b,=B,,true,,,,1,-1'));
  expect(await one(id)).toMatchObject({ state: 'refused', counts: { errors: 3, created: 0 } });
  expect((await linesOf(id, 'error')).map(({ line, column }) => [line, column])).toEqual([
    [2, 'Title'],
    [2, 'Variant Inventory Qty'],
    [3, 'Variant Price'],
  ]);
  const { text, headers } = await admin.get(`${IMPORTS}${id}/problems/`);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(text.split('\r\n')[1]).toBe('Lỗi,2,Title,Sản phẩm “a” không có tên.');
  expect((await admin.post(`${IMPORTS}${id}/start/`)).status).toBe(409);
  expect(filesLeft()).toEqual([]);
  expect((await admin.delete(`${IMPORTS}${id}/`)).status).toBe(204);
  expect((await admin.get(`${IMPORTS}${id}/`)).status).toBe(404);
});

test('uploading and discarding a file is in the audit log', async () => {
  const id = await checked(many(1));
  expect((await admin.delete(`${IMPORTS}${id}/`)).status).toBe(204);
  const log = answer(await admin.get('/api/admin/audit/?subject=catalogue'), AuditEntry.array());
  expect(log.slice(0, 2).map(({ action, subject_name }) => [action, subject_name])).toEqual([
    ['delete', 'Tệp nhập sản phẩm.csv'],
    ['create', 'Tệp nhập sản phẩm.csv'],
  ]);
});

test('a file name that is cut within an emoji is stored', async () => {
  const { file_name } = answer(await upload(many(1), `${'a'.repeat(254)}😀.csv`), Import, 201);
  expect(file_name).toBe(`${'a'.repeat(254)}\ufffd`);
});

test('at most ten files wait: another is refused and not stored, until one is discarded', async () => {
  const ids: number[] = [];
  for (let nth = 0; nth < 10; nth++) ids.push(answer(await upload(many(1)), Import, 201).id);
  const stored = filesLeft().length;
  const refused = await upload(many(1));
  expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('10 tệp') as string } });
  expect(filesLeft()).toHaveLength(stored);
  await worker().run(ids[0]!);
  expect((await upload(many(1))).status).toBe(409);
  expect((await admin.delete(`${IMPORTS}${ids[0]}/`)).status).toBe(204);
  expect((await upload(many(1))).status).toBe(201);
});

test('an error that quotes a long cell is listed, also when it cuts an emoji in two', async () => {
  const cell = `${'x'.repeat(39)}😀`;
  const id = await checked(csv(`a,Áo,Mây,true,,,,1,${cell}`, `b,Áo,Mây,true,,,,${cell},1000`));
  expect(await one(id)).toMatchObject({ state: 'refused', counts: { errors: 2 }, failure: null });
  expect(await linesOf(id, 'error')).toMatchObject([
    { line: 2, column: 'Variant Price' },
    { line: 3, column: 'Variant Inventory Qty' },
  ]);
});

test('at most a thousand errors of a file are listed', async () => {
  const id = await checked(csv(...Array.from({ length: 2_500 }, (_, nth) => `p-${nth},P,,true,,,,1,x`)));
  expect((await one(id)).counts.errors).toBe(2_500);
  const page = answer(await admin.get(`${IMPORTS}${id}/lines/?kind=error&page=1`), pageSchema(ImportLine));
  expect(page.count).toBe(1_000);
});

test('a missing file and one over 50 MB are refused and not stored', async () => {
  expect((await admin.post(IMPORTS)).body).toMatchObject({ file: ['Vui lòng chọn tệp CSV'] });
  const large = await upload(Buffer.alloc(52_428_801, 'x'));
  expect(large.status).toBe(413);
  expect(large.body).toMatchObject({ file: ['Kích thước file không được vượt quá 50MB'] });
  expect(filesLeft()).toEqual([]);
});

test('an unconfirmed import can be discarded; a finished one stays listed', async () => {
  const dropped = await checked(many(1));
  expect((await admin.delete(`${IMPORTS}${dropped}/`)).status).toBe(204);
  expect(filesLeft()).toEqual([]);
  const done = await checked(many(1));
  await admin.post(`${IMPORTS}${done}/start/`);
  expect((await admin.delete(`${IMPORTS}${done}/`)).status).toBe(409);
  await worker().run(done);
  expect((await admin.delete(`${IMPORTS}${done}/`)).status).toBe(409);
  const page = answer(await admin.get(`${IMPORTS}?page=1`), pageSchema(Import));
  expect(page.results).toMatchObject([{ id: done, state: 'done' }]);
});

test('a killed import continues after its last complete transaction, and sales since then stay counted', async () => {
  const id = await checked(many(250, 5));
  await admin.post(`${IMPORTS}${id}/start/`);
  await runOneBatch(id);
  expect(await one(id)).toMatchObject({ state: 'importing', progress: 0.04, counts: { created: 10 } });
  expect(await shop().db.query('SELECT count(*)::int AS n FROM products')).toEqual([{ n: 10 }]);

  await changeCatalogue(`UPDATE products SET count_in_stock = 4 WHERE handle = 'p-0'`);
  expect(await worker().due()).toEqual([]);
  await shop().db.query('UPDATE import_runs SET next_attempt_at = now()');
  await worker().run(id);
  expect(await one(id)).toMatchObject({ state: 'done', counts: { created: 250, updated: 0, unchanged: 0 } });
  expect(await shop().db.query(`SELECT count_in_stock FROM products WHERE handle = 'p-0'`)).toEqual([
    { count_in_stock: 4 },
  ]);
});

test('an import that makes no progress fails with a message', async () => {
  const id = await checked(many(1));
  rmSync(path.join(importsFolder(), filesLeft()[0]!));
  await admin.post(`${IMPORTS}${id}/start/`);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect((await one(id)).state).toBe('importing');
    await shop().db.query('UPDATE import_runs SET next_attempt_at = now()');
    await worker().run(id);
  }
  expect(await one(id)).toMatchObject({ state: 'failed', failure: expect.stringMatching(/^Đã thử 5 lần/) });
});

test('an import that the shop no longer takes stops at once, and says where, why and what to do', async () => {
  const { product } = await given.variant();
  await changeCatalogue(`UPDATE products SET handle = 'ao-moi', has_variants = false WHERE id = $1`, [product]);
  const prices = Array.from({ length: 10 }, (_, nth) => `p-${nth},Áo số ${nth},1000`);
  const id = await checked(['Handle,Title,Variant Price', ...prices, 'ao-moi,Áo mới,2000', ''].join('\n'));
  expect(await one(id)).toMatchObject({ state: 'ready', counts: { errors: 0 } });

  await changeCatalogue('UPDATE products SET has_variants = true WHERE id = $1', [product]);
  await admin.post(`${IMPORTS}${id}/start/`);
  await worker().run(id);
  expect(await one(id)).toMatchObject({
    state: 'failed',
    counts: { created: 10 },
    failure:
      'Cửa hàng đã thay đổi sau khi kiểm tra tệp, nên việc nhập dừng ở dòng 12, cột Option1 Name: Sản phẩm “ao-moi” có phân loại, ' +
      'nên tệp cần các cột Option1 Name và Option1 Value. Hãy xuất tệp từ cửa hàng rồi sửa giá trong đó. ' +
      'Những sản phẩm đã nhập vẫn được giữ. Hãy sửa tệp hoặc sản phẩm này rồi tải tệp lên lại.',
  });
  expect(filesLeft()).toEqual([]);
  const log = answer(await admin.get('/api/admin/audit/?action=import'), AuditEntry.array());
  expect(log[0]).toMatchObject({ after: { created: 10 } });
});

test('an import whose last attempt fails after it made progress keeps its file, and the next attempt ends it', async () => {
  const id = await checked(many(20));
  await admin.post(`${IMPORTS}${id}/start/`);
  await shop().db.query('UPDATE import_runs SET attempts = 4');
  await runOneBatch(id);
  expect(await one(id)).toMatchObject({ state: 'importing', failure: null, counts: { created: 10 } });
  await shop().db.query('UPDATE import_runs SET next_attempt_at = now()');
  await worker().run(id);
  expect(await one(id)).toMatchObject({ state: 'done', counts: { created: 20 } });
});

test('a stopping worker hands the rest of the import to the next worker at once', async () => {
  const id = await checked(many(1));
  await admin.post(`${IMPORTS}${id}/start/`);
  const leaving = worker();
  leaving.stop();
  await leaving.run(id);
  expect(await worker().due()).toEqual([id]);
  await worker().run(id);
  expect((await one(id)).state).toBe('done');
});

test('two imports run one after the other, and a file is never imported twice at once', async () => {
  const id = await checked(many(1));
  await admin.post(`${IMPORTS}${id}/start/`);
  const before = answer(await admin.get('/api/admin/audit/?action=import&page=1'), pageSchema(AuditEntry));
  await withImportLock(shop().db, async () => {
    await worker().run(id);
    expect((await one(id)).state).toBe('importing');
  });
  await times(4, () => worker().run(id));
  expect(await one(id)).toMatchObject({ state: 'done', counts: { created: 1, unchanged: 0 } });
  const page = answer(await admin.get('/api/admin/audit/?action=import&page=1'), pageSchema(AuditEntry));
  expect(page.count).toBe(before.count + 1);
});

test('while shoppers buy, stock is the file’s number less later sales, and the ledger is sound', async () => {
  const rows = (stock: number) =>
    csv(...Array.from({ length: 40 }, (_, nth) => `v-${nth},V ${nth},,true,Màu sắc,đỏ,R${nth},${stock},1000`));
  const import_ = async (stock: number) => {
    const id = await checked(rows(stock));
    await admin.post(`${IMPORTS}${id}/start/`);
    await worker().run(id);
    expect((await one(id)).state).toBe('done');
  };
  await import_(50);
  const buyer = await given.shopper();
  const variants: { id: number; product: number }[] = await shop().db.query(
    'SELECT id, product_id AS product FROM variants ORDER BY id',
  );
  const buy = async (nth: number) => {
    // Lines in every order: whoever locks in another order than the import waits in a circle with it.
    const lines = [nth % 40, (nth * 7 + 3) % 40, (nth * 13 + 11) % 40].map((at) => variants[at]!);
    const items = [...new Set(lines)].map(({ id, product }) => ({ id: product, variant_id: id, qty: 1 }));
    const total = items.length * 1_050;
    answer(await buyer.post('/api/placeorder/', cartOf(items, total)), Placed, 201);
    return items.length;
  };
  const [, ...bought] = await Promise.all([import_(90), ...Array.from({ length: 60 }, (_, nth) => buy(nth))]);
  const [sums]: { stock: number; bought: number }[] = await shop().db.query(
    `SELECT (SELECT sum(stock_quantity)::int FROM variants) AS stock,
       (SELECT -sum(change)::int FROM stock_movements m JOIN variants v ON v.id = m.variant_id WHERE order_id IS NOT NULL) AS bought`,
  );
  const all = bought.reduce((sum, count) => sum + count, 0);
  expect(sums?.bought).toBe(all);
  expect(sums?.stock).toBeGreaterThanOrEqual(40 * 90 - all);
  expect(sums?.stock).toBeLessThanOrEqual(40 * 90);
});

test('files without an import are deleted after a day', async () => {
  const id = await checked(many(1));
  const [kept] = filesLeft();
  const folder = importsFolder();
  writeFileSync(path.join(folder, 'left'), 'x');
  writeFileSync(path.join(folder, 'new'), 'x');
  for (const name of [kept!, 'left']) utimesSync(path.join(folder, name), 0, 0);
  await worker().tidy();
  expect(filesLeft().sort()).toEqual([kept, 'new'].sort());
  rmSync(path.join(folder, 'new'));
  expect((await admin.delete(`${IMPORTS}${id}/`)).status).toBe(204);
  expect(existsSync(path.join(folder, kept!))).toBe(false);
});

test('a file that could not be deleted keeps no import from being done, and is deleted after a day', async () => {
  const id = await checked(many(1));
  const [file] = filesLeft();
  await admin.post(`${IMPORTS}${id}/start/`);
  const log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const remove = jest.spyOn(ImportFiles.prototype, 'remove').mockRejectedValueOnce(new StoreUnavailable('timeout'));
  await worker().run(id);
  remove.mockRestore();
  expect([(await one(id)).state, filesLeft(), log.mock.calls]).toEqual(['done', [file], []]);
  log.mockRestore();

  utimesSync(path.join(importsFolder(), file!), 0, 0);
  await worker().tidy();
  expect(filesLeft()).toEqual([]);
});

test('an import waits for a store that does not answer, however often, says why, and goes on when it is back', async () => {
  const id = await checked(many(1));
  await admin.post(`${IMPORTS}${id}/start/`);
  const fetch = jest.spyOn(ImportFiles.prototype, 'fetch').mockRejectedValue(new StoreUnavailable('timeout'));
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    await worker().run(id);
    const [run]: object[] = await shop().db.query(
      `SELECT state, attempts, next_attempt_at > now() + interval '30 seconds' AS waits FROM import_runs WHERE id = $1`,
      [id],
    );
    expect(run).toEqual({ state: 'importing', attempts: 0, waits: true });
    expect((await one(id)).failure).toMatch(/^Kho ảnh tạm thời không dùng được/);
    await shop().db.query('UPDATE import_runs SET next_attempt_at = now()');
  }
  fetch.mockRestore();
  await worker().run(id);
  expect(await one(id)).toMatchObject({ state: 'done', failure: null });
});

test.each(['checking', 'importing'])(
  'a file that waits for the store while %s can be discarded, and is not imported',
  async (state) => {
    const entries = async () => {
      const log = answer(await admin.get('/api/admin/audit/?action=import'), AuditEntry.array());
      return log.filter(({ after }) => after?.products === 10).length;
    };
    const before = await entries();
    const { id } = answer(await upload(many(250)), Import, 201);
    if (state === 'importing') {
      await worker().run(id);
      await admin.post(`${IMPORTS}${id}/start/`);
      await runOneBatch(id);
      await shop().db.query('UPDATE import_runs SET next_attempt_at = now()');
    }
    expect((await admin.delete(`${IMPORTS}${id}/`)).status).toBe(409);
    const fetch = jest.spyOn(ImportFiles.prototype, 'fetch').mockRejectedValueOnce(new StoreUnavailable('timeout'));
    await worker().run(id);
    fetch.mockRestore();
    expect(await one(id)).toMatchObject({ state, failure: expect.any(String) });

    let status: number | undefined;
    const original = ImportFiles.prototype.fetch;
    // Discarded just when the worker goes on.
    jest.spyOn(ImportFiles.prototype, 'fetch').mockImplementationOnce(async function (this: ImportFiles, file) {
      const stored = await original.call(this, file);
      status = (await admin.delete(`${IMPORTS}${id}/`)).status;
      return stored;
    });
    await shop().db.query('UPDATE import_runs SET next_attempt_at = now()');
    await worker().run(id);
    jest.restoreAllMocks();
    expect(status).toBe(204);
    const written = state === 'importing' ? 10 : 0;
    expect(await shop().db.query('SELECT count(*)::int AS n FROM products')).toEqual([{ n: written }]);
    expect((await entries()) - before).toBe(written / 10);
  },
);

test('the first batch after a wait ends what was said about the store', async () => {
  const id = await checked(many(250));
  await admin.post(`${IMPORTS}${id}/start/`);
  const fetch = jest.spyOn(ImportFiles.prototype, 'fetch').mockRejectedValueOnce(new StoreUnavailable('timeout'));
  await worker().run(id);
  fetch.mockRestore();
  expect((await one(id)).failure).not.toBeNull();

  await shop().db.query('UPDATE import_runs SET next_attempt_at = now()');
  await runOneBatch(id);
  expect(await one(id)).toMatchObject({ state: 'importing', failure: null });
});

test('a check that waited for the store says nothing of it when it is done', async () => {
  const { id } = answer(await upload(many(1)), Import, 201);
  const fetch = jest.spyOn(ImportFiles.prototype, 'fetch').mockRejectedValueOnce(new StoreUnavailable('timeout'));
  await worker().run(id);
  fetch.mockRestore();
  expect(await one(id)).toMatchObject({ state: 'checking', failure: expect.any(String) });

  await shop().db.query('UPDATE import_runs SET next_attempt_at = now()');
  await worker().run(id);
  expect(await one(id)).toMatchObject({ state: 'ready', failure: null });
});

test('the catalogue can be downloaded, and the audit log records it', async () => {
  await changeCatalogue(`INSERT INTO products (handle, name, price) VALUES ('ao', '=Áo; - mát', 5)`);
  const { text, headers } = await admin.get('/api/admin/catalogue/export/');
  expect(headers['content-disposition']).toBe('attachment; filename="san-pham.csv"');
  // Only what an import reverts is neutralised: the file is imported again.
  expect(text.split('\r\n')[1]).toMatch(/^ao,'=Áo; - mát,/);
  const log = answer(await admin.get('/api/admin/audit/?action=export'), AuditEntry.array());
  expect(log[0]).toMatchObject({ actor: { id: admin.id }, subject: 'catalogue' });
});
