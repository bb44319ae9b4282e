import type { OpenAPIV3 } from 'openapi-types';
import type { ValidateFunction } from 'ajv';
import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';

/** The part of a response that the document describes. */
interface Reply {
  status: number;
  headers: Record<string, string | undefined>;
  body: unknown;
}

const CALL = /^\/(api(?!\/(docs|openapi\.json))|auth)\//;

/** Holds responses against the shop's own `/api/openapi.json`. */
export class ApiDocument {
  private readonly routes: { matches: RegExp; item: OpenAPIV3.PathItemObject }[];
  private readonly ajv: Ajv.default;
  private readonly validators = new Map<object, ValidateFunction>();

  constructor(private readonly document: OpenAPIV3.Document) {
    // Each schema checks a few responses only, so compiling them quickly counts for more.
    this.ajv = new Ajv.default({ strict: false, code: { optimize: false } }).addSchema(document, 'api');
    addFormats.default(this.ajv);
    this.routes = Object.entries(document.paths)
      .map(([path, item]) => ({
        matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`),
        item: item!,
      }))
      // Of two that match, the one with fewer parameters is meant.
      .sort((a, b) => a.matches.source.split('[^/]+').length - b.matches.source.split('[^/]+').length);
  }

  /** @returns what contradicts the document, in one sentence; undefined for nothing */
  problemOf(method: string, url: string, { status, headers, body }: Reply): string | undefined {
    const path = url.split('?')[0]!;
    const item = this.routes.find(({ matches }) => matches.test(path))?.item;
    const operation = item?.[method as OpenAPIV3.HttpMethods];
    if (!CALL.test(path) || status === 304 || (!operation && status >= 400)) return undefined;
    const described = operation?.responses[status] ?? (status >= 400 ? operation?.responses.default : undefined);
    if (!described) return `${method} ${path} ${status} is not described`;
    const type = headers['content-type']?.split(';')[0] ?? '';
    if (!type.includes('json')) return undefined;
    const schema = (described as OpenAPIV3.ResponseObject).content?.[type]?.schema;
    if (!schema) return `${method} ${path} ${status} has no schema`;
    const problem = this.problemOfValue(schema, body, 'body');
    return problem && `${method} ${path} ${status}: ${problem}`;
  }

  /** @returns how the example of a named shape contradicts the shape, or that it has none; undefined for nothing */
  problemOfExample(name: string): string | undefined {
    const schema = this.document.components?.schemas?.[name];
    if (!schema || !('example' in schema)) return `${name} has no example`;
    return this.problemOfValue(schema, schema.example, name);
  }

  /** @returns how the example of a webhook's body contradicts its schema, or that it has none; undefined for nothing */
  problemOfWebhook(type: string): string | undefined {
    const { 'x-webhooks': webhooks } = this.document as OpenAPIV3.Document & {
      'x-webhooks': Record<string, { post: { requestBody: OpenAPIV3.RequestBodyObject } }>;
    };
    const { schema = {}, example } = webhooks[type]?.post.requestBody.content['application/json'] ?? {};
    return example === undefined ? `${type} has no example` : this.problemOfValue(schema, example, type);
  }

  private problemOfValue(schema: object, value: unknown, dataVar: string): string | undefined {
    const validate = this.validators.get(schema) ?? this.ajv.compile(inDocument(schema));
    this.validators.set(schema, validate);
    return validate(value) ? undefined : this.ajv.errorsText(validate.errors, { dataVar });
  }
}

let known: { text: string; document: ApiDocument } | undefined;

/** The document with this text. The test files of a worker share it, since compiling its schemas takes over a second. */
export function apiDocumentOf(text: string): ApiDocument {
  if (known?.text !== text) known = { text, document: new ApiDocument(JSON.parse(text) as OpenAPIV3.Document) };
  return known.document;
}

/** A schema whose references lead into the document. */
const inDocument = (schema: object) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object;
