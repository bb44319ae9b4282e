import sharp from 'sharp';
import request from 'supertest';
import { AdminProduct } from '../../src/contract/catalog/products.js';
import { ErrorBody } from '../../src/contract/common.js';
import { answer, shop, type Client } from '../support/client.js';
import { named } from './stocked.js';

/** What a form sends for a product, beside its pictures. */
export type Fields = Record<string, string | number | boolean | undefined>;

/** The fields that the contract asks for, with a brand and a category that there are. */
export async function fieldsOf(fields: Fields = {}): Promise<Fields> {
  const [brand, category] = [await named('brands', 'title', 'Mây'), await named('categories', 'title', 'Áo')];
  return {
    name: 'Áo thun',
    description: 'Vải mềm.',
    price: 150_000,
    countInStock: 12,
    has_variants: false,
    brand,
    category,
    ...fields,
  };
}

/** A small picture of one colour. */
export const picture = (background = '#2040c0') =>
  sharp({ create: { width: 30, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

/**
 * Sends a product as the page does.
 * @param files under the names of their fields, in their order
 * @param key the idempotency key
 */
export async function send(
  by: Client,
  method: 'post' | 'put',
  path: string,
  { fields, files = [], key }: { fields: Fields; files?: [name: string, bytes: Buffer][]; key?: string },
) {
  const call = request(shop().url)[method](path).set('Authorization', `JWT ${by.access}`);
  if (key !== undefined) void call.set('Idempotency-Key', key);
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) void call.field(name, String(value));
  for (const [name, bytes] of files) void call.attach(name, bytes, { filename: 'a.png', contentType: 'image/png' });
  const reply = await call;
  if (reply.status >= 400) ErrorBody.parse(reply.body);
  return reply;
}

/** A new product, with or without pictures. */
export async function made(by: Client, fields: Fields = {}, files?: [string, Buffer][]) {
  return answer(await send(by, 'post', '/api/products/', { fields: await fieldsOf(fields), files }), AdminProduct, 201);
}
