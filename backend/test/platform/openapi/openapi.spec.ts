import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenAPIV3 } from 'openapi-types';
import request from 'supertest';
import { WEBHOOK_TYPES } from '../../../src/contract/administration/integration-rules.js';
import { openShop, shop, visitor } from '../../support/client.js';

openShop();

type Method = OpenAPIV3.HttpMethods;
let document: OpenAPIV3.Document;
beforeAll(async () => {
  document = (await visitor().get('/api/openapi.json')).body as OpenAPIV3.Document;
});

const operation = (method: string, path: string) => document.paths[path]?.[method as Method];
const bodyOf = (method: string, path: string) =>
  (operation(method, path)?.requestBody as OpenAPIV3.RequestBodyObject).content;
const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OpenAPIV3.OperationObject>).map(([method, described]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      described,
    })),
  );

test('the document is valid OpenAPI', async () => {
  await expect(SwaggerParser.validate(structuredClone(document))).resolves.toMatchObject({ openapi: '3.0.0' });
});

test('the document is written once, and a caller who has it gets 304', async () => {
  const get = (headers: Record<string, string>) => request(shop().url).get('/api/openapi.json').set(headers);
  const stringify = jest.spyOn(JSON, 'stringify');
  const [plain, small] = [await get({ 'Accept-Encoding': 'identity' }), await get({ 'Accept-Encoding': 'gzip' })];
  const written = stringify.mock.calls.filter(([value]) => (value as Partial<OpenAPIV3.Document> | null)?.openapi);
  stringify.mockRestore();
  expect(written).toEqual([]);
  expect(small.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'no-cache',
    etag: expect.any(String),
  });
  expect([plain.body, small.body]).toEqual([document, document]);
  const known = await get({ 'Accept-Encoding': 'gzip', 'If-None-Match': small.headers.etag! });
  expect([known.status, known.text]).toEqual([304, '']);
});

test('calls between the shop’s own processes are not in it', () => {
  expect(operations().filter(({ path }) => !/^\/(api|auth|media)\/|^\/(healthz|readyz)$/.test(path))).toEqual([]);
});

test('paths of calls end with a slash', () => {
  expect(operations().filter(({ path }) => /^\/(api|auth)\//.test(path) && !path.endsWith('/'))).toEqual([]);
});

test('every call says what a success and a failure answer', () => {
  const without = operations().filter(({ described: { responses } }) => !responses.default);
  expect(without.map(({ name }) => name)).toEqual([]);
  expect(Object.keys(operation('delete', '/api/coupons/{id}/')?.responses ?? {})).toEqual(['204', 'default']);
  expect(Object.keys(operation('post', '/api/placeorder/')?.responses ?? {})).toEqual(['201', 'default']);
});

test('wallet calls document their refusals', () => {
  const refusals = (path: string) => operation('post', path)?.responses as Record<string, OpenAPIV3.ResponseObject>;
  expect(Object.keys(refusals('/api/paybox/deposit/'))).toEqual(['200', '403', '409', 'default']);
  expect(refusals('/api/paybox/deposit/')['409']?.description).toMatch(/^The account has 20 open deposits/);
  expect(Object.keys(refusals('/api/paybox/payment/'))).toEqual(['200', '400', '403', '404', '409', 'default']);
});

test('public calls need no credential, calls of administrators say so', () => {
  expect(operation('get', '/api/products/')?.security).toEqual([{}]);
  expect(operation('get', '/api/paybox/wallet/')?.security).toBeUndefined();
  expect(document.security).toEqual([{ JWT: [] }]);
  expect(operation('get', '/api/admin/audit/')?.description).toBe('For administrators only.');
});

test('a call that takes an API key names its scope', () => {
  expect(operation('get', '/api/orders/')?.security).toEqual([{ JWT: [] }, { ApiKey: [] }]);
  expect(operation('get', '/api/admin/dashboard/')?.description).toBe(
    'For administrators only. An API key needs the scope `reports:read`.',
  );
  expect(operation('post', '/api/admin/api-keys/')?.security).toBeUndefined();
  expect(document.components?.securitySchemes?.ApiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
});

test('every webhook is described, with shapes of the API', () => {
  const { 'x-webhooks': webhooks } = document as OpenAPIV3.Document & { 'x-webhooks': Record<string, object> };
  expect(Object.keys(webhooks)).toEqual([...WEBHOOK_TYPES]);
  const named = [...JSON.stringify(webhooks).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
  expect(new Set(named)).toEqual(new Set(['Order', 'ListProduct', 'Variant']));
  expect(Object.keys(document.components?.schemas ?? {})).toEqual(expect.arrayContaining([...named]));
});

test('the six calls that honour an idempotency key name its header', () => {
  const keyed = operations().filter(({ described: { parameters = [] } }) =>
    parameters.some((parameter) => 'name' in parameter && parameter.name === 'Idempotency-Key'),
  );
  expect(keyed.map(({ name }) => name).toSorted()).toEqual([
    'POST /api/admin/products/bulk/',
    'POST /api/paybox/deposit/',
    'POST /api/paybox/payment/',
    'POST /api/paybox/refund-request/',
    'POST /api/placeorder/',
    'POST /api/products/',
  ]);
});

test('every list in the body of a request has a maximum', () => {
  const endless = operations().flatMap(({ name, described: { requestBody } }) =>
    endlessIn(requestBody).map((path) => `${name} ${path}`),
  );
  expect(endless).toEqual([]);
});

/** @returns the paths of all arrays without a maximum in a schema; a reference is followed once */
function endlessIn(node: unknown, path = '', seen = new Set<string>()): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { $ref: ref, type, maxItems } = node as { $ref?: string; type?: string; maxItems?: number };
  const shape = ref?.split('/').at(-1);
  const isNew = shape !== undefined && !seen.has(shape);
  const within = isNew ? endlessIn(document.components?.schemas?.[shape], shape, seen.add(shape)) : [];
  const parts = Object.entries(node).filter(([key]) => key !== 'example');
  return [
    ...(type === 'array' && maxItems === undefined ? [path] : []),
    ...within,
    ...parts.flatMap(([key, part]) => endlessIn(part, `${path}.${key}`, seen)),
  ];
}

test('a list is a bare array, or with `page` an envelope', () => {
  const { content } = operation('get', '/api/orders/')?.responses['200'] as OpenAPIV3.ResponseObject;
  expect(content?.['application/json']?.schema).toMatchObject({
    oneOf: [{ type: 'array' }, { properties: { results: { type: 'array' } } }],
  });
});

test('multipart bodies name their files beside their fields', () => {
  const file = { type: 'string', format: 'binary' };
  expect(bodyOf('post', '/auth/users/avatar/')).toEqual({
    'multipart/form-data': { schema: { type: 'object', properties: { avatar: file } } },
  });
  expect(bodyOf('post', '/api/products/')['multipart/form-data']?.schema).toMatchObject({
    allOf: [
      { $ref: '#/components/schemas/SaveProduct' },
      { properties: { image: file, images: { type: 'array', maxItems: 8 } } },
    ],
  });
  expect(Object.keys(bodyOf('patch', '/auth/users/me/'))).toEqual(['application/json', 'multipart/form-data']);
});
