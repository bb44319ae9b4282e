import type { OpenAPIV3 } from 'openapi-types';
import { ApiDocument } from './api-document.js';

const json = (schema: OpenAPIV3.SchemaObject | OpenAPIV3.ReferenceObject) => ({
  description: '',
  content: { 'application/json': { schema } },
});
const document = new ApiDocument({
  openapi: '3.0.0',
  info: { title: '', version: '' },
  paths: {
    '/api/colors/{id}/': {
      get: { responses: { 200: json({ $ref: '#/components/schemas/Color' }) } },
      delete: { responses: { 204: { description: '' } } },
    },
  },
  components: {
    schemas: {
      Color: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' } },
        example: { name: 'Đỏ' },
      },
      Palette: {
        type: 'array',
        items: { $ref: '#/components/schemas/Color' },
        example: [{ title: 'Đỏ' }],
      },
      Size: { type: 'object' },
    },
  },
});
const reply = (status: number, body: unknown = {}) => ({
  status,
  body,
  headers: { 'content-type': 'application/json' },
});

test.each([
  ['get', '/api/colors/7/?page=1', reply(200, { name: 'Đỏ' })],
  ['get', '/api/colors/7', reply(304)],
  ['delete', '/api/colors/7/', { status: 204, body: {}, headers: {} }],
  ['get', '/api/nothing/', reply(404)],
])('%s %s as the document says is no problem', (method, url, given) => {
  expect(document.problemOf(method, url, given)).toBeUndefined();
});

test.each([
  [
    'get',
    '/api/colors/7/',
    reply(200, { title: 'Đỏ' }),
    "get /api/colors/7/ 200: body must have required property 'name'",
  ],
  ['get', '/api/colors/7/', reply(201), 'get /api/colors/7/ 201 is not described'],
  ['put', '/api/colors/7/', reply(200), 'put /api/colors/7/ 200 is not described'],
  ['delete', '/api/colors/7/', reply(204), 'delete /api/colors/7/ 204 has no schema'],
])('%s %s with another status, shape or type is a problem', (method, url, given, problem) => {
  expect(document.problemOf(method, url, given)).toBe(problem);
});

test('an example that its shape allows is no problem; another one is, and so is none', () => {
  expect(document.problemOfExample('Color')).toBeUndefined();
  expect(document.problemOfExample('Palette')).toBe("Palette/0 must have required property 'name'");
  expect(document.problemOfExample('Size')).toBe('Size has no example');
});
