import fc from 'fast-check';

/** The parts of an OpenAPI document that requests are generated from. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
}

/** A request as it goes out. */
export interface GeneratedRequest {
  method: string;
  /** The path with its query. */
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** Text that has broken parsers, databases and templates before. */
const NASTY = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '💥'.repeat(50),
  "' OR 1=1 --",
  '"; DROP TABLE orders; --',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '%00',
  '%',
  '_',
  '\\',
  'null',
  'NaN',
  '-1',
  '0',
  '1e308',
  '9223372036854775808',
  '2026-02-30',
  '0000-01-01',
  '=1+1',
  '__proto__',
  'constructor',
  'x'.repeat(3_000),
  'ế'.repeat(300),
];
const WRONG = [null, true, [], {}, [[]], 0, -1, 1.5, 1e308, 2 ** 53, { __proto__: null }, ['a', 1]];

const nasty = fc.constantFrom(...NASTY);
const id = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) },
  { weight: 1, arbitrary: nasty },
);

/**
 * Generates requests to one operation: some well-formed, most with a part that is missing, of the wrong type, too large
 * or hostile.
 *
 * @param method in lower case, as the document has it
 * @param path with its parameters in braces
 */
export function requestsTo(document: OpenApi, method: string, path: string): fc.Arbitrary<GeneratedRequest> {
  const operation = document.paths[path]?.[method];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const query = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const content = operation?.requestBody?.content;
  const schema = content && Object.values(content)[0]?.schema;
  return fc
    .record({
      ids: fc.tuple(...names.map(() => id)),
      query: fc.record(Object.fromEntries(query.map(({ name, schema = {} }) => [name, queryValue(document, schema)])), {
        requiredKeys: [],
      }),
      sent: method === 'get' ? fc.constant({}) : bodies(document, schema),
    })
    .map(({ ids, query, sent }) => {
      const values = ids.map((value) => encodeSafely(value));
      const filled = names.reduce((url, name, nth) => url.replace(`{${name}}`, values[nth] ?? ''), path);
      const search = Object.entries(query)
        .map(([name, value]) => `${name}=${encodeSafely(value ?? '')}`)
        .join('&');
      return { method: method.toUpperCase(), url: filled + (search && `?${search}`), headers: {}, ...sent };
    });
}

/** Percent-encodes; half a surrogate pair, which cannot be encoded, goes out as the bytes that some clients send for it. */
function encodeSafely(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
}

function queryValue(document: OpenApi, schema: Schema): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 3,
      arbitrary: valueOf(document, schema).map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
    },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 100_000 }).map(String) },
    { weight: 1, arbitrary: nasty },
  );
}

type Sent = Pick<GeneratedRequest, 'headers' | 'body'>;

function bodies(document: OpenApi, schema: Schema | undefined): fc.Arbitrary<Sent> {
  const json = (text: string): Sent => ({ headers: { 'Content-Type': 'application/json' }, body: text });
  const value = schema ? valueOf(document, schema) : fc.constant({});
  return fc.oneof(
    { weight: 6, arbitrary: value.map((body) => json(JSON.stringify(body))) },
    { weight: 1, arbitrary: fc.constantFrom(...WRONG).map((body) => json(JSON.stringify(body))) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '{"a":', '[', 'nul', '"\\ud800"').map(json) },
    { weight: 1, arbitrary: fc.constant(json('['.repeat(20_000))) },
    {
      weight: 2,
      arbitrary: fc.tuple(value, fc.uint8Array({ maxLength: 200 })).map(([fields, file]) => form(fields, file)),
    },
  );
}

/** A multipart body with the fields as text, and a file under the names that uploads have. */
function form(fields: unknown, file: Uint8Array): Sent {
  const boundary = 'generated-boundary';
  const head = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(typeof fields === 'object' && fields !== null ? fields : {})) {
    parts.push(
      Buffer.from(`${head(`name="${name}"`)}${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`),
    );
  }
  for (const name of ['image', 'avatar', 'file']) {
    parts.push(Buffer.from(head(`name="${name}"; filename="a.png"`)), Buffer.from(file), Buffer.from('\r\n'));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` }, body: Buffer.concat(parts) };
}

/** A value of a schema; now and then one that is not. */
function valueOf(document: OpenApi, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const wrong = { weight: 1, arbitrary: fc.oneof(nasty, fc.constantFrom<unknown>(...WRONG)) };
  return fc.oneof({ weight: 8, arbitrary: rightValue(document, schema, depth) }, wrong);
}

function rightValue(document: OpenApi, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (schema.$ref) {
    const target = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    return target && depth < 6 ? rightValue(document, target, depth + 1) : fc.constant(null);
  }
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => rightValue(document, one, depth + 1)));
  switch (schema.type) {
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: schema.minimum, max: schema.maximum }));
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueOf(document, schema.items ?? {}, depth + 1), { maxLength: 3 });
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      return fc.record(
        Object.fromEntries(properties.map(([name, property]) => [name, valueOf(document, property, depth + 1)])),
        { requiredKeys: [] },
      );
    }
    default:
      if (schema.format === 'date') return fc.constantFrom('2026-01-31', '1999-12-31', '9999-12-31');
      return fc.oneof(
        fc.string({ maxLength: Math.min(schema.maxLength ?? 40, 40) }),
        fc.integer({ min: 1, max: 12 }).map(String),
        nasty,
      );
  }
}
