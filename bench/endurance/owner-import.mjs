// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 500;

/**
 * Uploads a product CSV as an owner does, has it imported, and waits for the end.
 *
 * @param {string} origin
 * @param {string} admin access token
 * @param {{ rows: number, nth: number }} file of the given number of products; `nth` makes their prices new
 * @returns {Promise<string>} the state that the import ended in
 */
export async function importProducts(origin, admin, { rows, nth }) {
  const form = new FormData();
  form.set('file', new File([csv(rows, nth)], 'products.csv', { type: 'text/csv' }));
  const { id } = await ask(origin, admin, 'POST', '/api/admin/catalogue/imports/', form);
  const path = `/api/admin/catalogue/imports/${String(id)}/`;
  const checked = await settled();
  if (checked !== 'ready') return checked;
  await ask(origin, admin, 'POST', `${path}start/`);
  return settled();

  async function settled() {
    for (;;) {
      const state = String((await ask(origin, admin, 'GET', path)).state);
      if (state !== 'checking' && state !== 'importing') return state;
      await sleep(LOOK_MS);
    }
  }
}

/** @param {number} rows @param {number} nth */
function csv(rows, nth) {
  const head = 'Handle,Title,Body (HTML),Vendor,Type,Published,Variant Inventory Qty,Variant Price';
  const lines = Array.from(
    { length: rows },
    (_, row) => `ao-nhap-${row},Áo thun nhập ${row},<p>Vải mềm</p>,Mây,Áo thun,true,100000,${199_000 + nth * 1_000}`,
  );
  return [head, ...lines, ''].join('\n');
}

/**
 * @param {string} origin
 * @param {string} token
 * @param {'GET' | 'POST'} method
 * @param {string} path
 * @param {FormData} [body]
 * @returns {Promise<Record<string, unknown>>}
 */
async function ask(origin, token, method, path, body) {
  const reply = await fetch(origin + path, { method, headers: { authorization: `JWT ${token}` }, body: body ?? null });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return /** @type {Record<string, unknown>} */ (await reply.json());
}
