import type { OpenAPIV3 } from 'openapi-types';
import { ErrorBody } from '../../../src/contract/common.js';
import { WEBHOOK_TYPES } from '../../../src/contract/administration/integration-rules.js';
import { ListProduct, Variant } from '../../../src/contract/catalog/catalog.js';
import { Order } from '../../../src/contract/orders/orders.js';
import { orderTotals } from '../../../src/contract/rules.js';
import { EXAMPLES } from '../../../src/contract/examples/examples.js';
import { WEBHOOK_EXAMPLES } from '../../../src/contract/examples/webhooks.js';
import { ApiDocument } from '../../support/api-document.js';
import { openShop, visitor } from '../../support/client.js';

openShop();

type Content = OpenAPIV3.RequestBodyObject['content'];
let document: OpenAPIV3.Document;
beforeAll(async () => {
  document = (await visitor().get('/api/openapi.json')).body as OpenAPIV3.Document;
});

const calls = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OpenAPIV3.OperationObject>).map(([method, call]) => ({
      name: `${method.toUpperCase()} ${path}`,
      call,
    })),
  );
const namesOf = (entries: { name: string }[]) => entries.map(({ name }) => name);

/** The named shapes of the JSON in a body: of a list, those of its rows. */
const shapesOf = (content: Content | undefined) =>
  [...JSON.stringify(content?.['application/json']?.schema ?? {}).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, shape = '']) => shape,
  );
const hasExample = (shape: string) => 'example' in (document.components?.schemas?.[shape] ?? {});

test('every call has a summary: in one line and in the third person', () => {
  expect(calls().length).toBeGreaterThan(160);
  const others = calls().filter(({ call }) => !/^[A-Z][a-z]*s\b.{4,66}[^.]$/.test(call.summary ?? ''));
  expect(others.map(({ name, call }) => [name, call.summary])).toEqual([]);
  expect(calls().filter(({ call }) => call.summary!.length > 70)).toEqual([]);
});

test('no two calls have the same summary', () => {
  const summaries = calls().map(({ call }) => call.summary);
  expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([]);
});

test('every call is in one group, and every group has calls and a line about it', () => {
  const groups = (document.tags ?? []).map(({ name }) => name);
  expect(namesOf(calls().filter(({ call }) => call.tags?.length !== 1))).toEqual([]);
  expect(new Set(calls().flatMap(({ call }) => call.tags))).toEqual(new Set(groups));
  expect(document.tags?.filter(({ description = '' }) => !/^[A-Z].+\.$/.test(description))).toEqual([]);
});

test('every JSON body that a call takes has an example', () => {
  const bodies = calls().map(({ name, call }) => ({
    name,
    content: (call.requestBody as OpenAPIV3.RequestBodyObject | undefined)?.content,
  }));
  const taking = bodies.filter(({ content }) => content?.['application/json']);
  expect(taking.length).toBeGreaterThan(50);
  // A new shape needs an example in `contract/examples`.
  expect(namesOf(taking.filter(({ content }) => !shapesOf(content).some(hasExample)))).toEqual([]);
});

test('every JSON body that a call answers has an example, health checks apart', () => {
  const answers = calls().flatMap(({ name, call }) =>
    Object.entries(call.responses)
      .filter(([status]) => /^2|default/.test(status))
      .map(([status, answer]) => ({
        name: `${name} ${status}`,
        shapes: shapesOf((answer as OpenAPIV3.ResponseObject).content),
      })),
  );
  const shaped = answers.filter(({ shapes }) => shapes.length > 0);
  expect(shaped.length).toBeGreaterThan(250);
  // A new shape needs an example in `contract/examples`.
  expect(namesOf(shaped.filter(({ shapes }) => !shapes.some(hasExample)))).toEqual([
    'GET /healthz 200',
    'GET /readyz 200',
  ]);
});

test('every example is what its shape in the document allows', () => {
  const shapes = new ApiDocument(document);
  const names = EXAMPLES.map(({ schema }) => schema.meta()?.id ?? '');
  expect(names.map((name) => shapes.problemOfExample(name)).filter(Boolean)).toEqual([]);
});

test('every example is what the contract allows, and each shape has one', () => {
  const wrong = EXAMPLES.flatMap(({ schema, value }) => {
    const { error } = schema.safeParse(value);
    return error ? [[schema.meta()?.id, error.message]] : [];
  });
  expect(wrong).toEqual([]);
  expect(new Set(EXAMPLES.map(({ schema }) => schema)).size).toBe(EXAMPLES.length);
});

test('every webhook has an example of its body, which is what its schema and the contract allow', () => {
  const shapes = new ApiDocument(document);
  expect(WEBHOOK_TYPES.map((type) => shapes.problemOfWebhook(type)).filter(Boolean)).toEqual([]);
  for (const [type, example] of Object.entries(WEBHOOK_EXAMPLES)) {
    expect(example).toMatchObject({ type });
    const { data } = example as { data: { order?: unknown; product?: unknown; variant?: unknown } };
    if (type === 'stock.low') expect([ListProduct.parse(data.product), Variant.parse(data.variant)]).toHaveLength(2);
    else expect(Order.parse(data.order)).toEqual(data.order);
  }
});

test('the examples of webhooks show an order as it is after the event', () => {
  const statuses = Object.entries(WEBHOOK_EXAMPLES).flatMap(([type, example]) => {
    const { order } = (example as { data: { order?: Order } }).data;
    return order ? [[type, order.status]] : [];
  });
  expect(statuses).toEqual([
    ['order.placed', 'unpaid'],
    ['order.paid', 'paid'],
    ['order.delivered', 'delivered'],
    ['order.refunded', 'refunded'],
  ]);
});

test('the example of an order adds up as the shop prices it', () => {
  const order = (document.components?.schemas?.Order as OpenAPIV3.SchemaObject).example as Order;
  expect(order).toMatchObject(orderTotals(order.orderItems, order.discount));
});

test('the example of an error, in the introduction too, is what the shop answers', async () => {
  const { body } = await visitor().post('/api/newsletter/', { email: 'khong-phai-email' });
  expect((document.components?.schemas?.ErrorBody as OpenAPIV3.SchemaObject).example).toEqual(body);
  const [, json = ''] = /```json\n(.+?)\n```/s.exec(document.info.description ?? '') ?? [];
  expect(ErrorBody.parse(JSON.parse(json))).toEqual(body);
});
