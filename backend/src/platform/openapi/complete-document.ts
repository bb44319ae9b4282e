import type { OpenAPIObject } from '@nestjs/swagger';
import { EXAMPLES } from '../../contract/examples/examples.js';
import { WEBHOOK_EXAMPLES } from '../../contract/examples/webhooks.js';
import { CALL_SCOPES } from '../../contract/administration/integration-rules.js';
import { MAX_BARE_LIST } from '../../contract/rules.js';
import { describeWebhooks } from './describe-webhooks.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Body = Extract<Operation['requestBody'], { content: unknown }>;
type Schema = NonNullable<Body['content'][string]['schema']>;

/** Calls between the shop's own processes, and the payment sandbox. */
const INNER = /^\/(internal|sandbox|metrics)(\/|$)/;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Between the summaries of a route with several paths, until `completeDocument` takes one. */
export const SUMMARY_SEPARATOR = '\n';

/** Adds what Nest's generator cannot say: trailing slashes, envelopes of lists, files of multipart bodies, scopes,
 * webhooks, examples. */
export function completeDocument(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(document.paths).filter(([path]) => !INNER.test(path));
  for (const [path, item] of paths) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      describePath(operation);
      describeEnvelope(operation);
      describeFiles(operation);
      describeScope(operation, CALL_SCOPES[`${method.toUpperCase()} ${slashed(path)}`]);
    }
  }
  const complete = {
    ...document,
    paths: Object.fromEntries(paths.map(([path, item]) => [slashed(path), item])),
    'x-webhooks': describeWebhooks(WEBHOOK_EXAMPLES),
  };
  return withExamples(withNulls(complete) as OpenAPIObject);
}

/** Puts the examples beside the shapes that they are of: bodies of calls refer to these. */
function withExamples(document: OpenAPIObject): OpenAPIObject {
  for (const { schema, value } of EXAMPLES) {
    const shape = document.components?.schemas?.[schema.meta()?.id ?? ''];
    if (shape) Object.assign(shape, { example: value });
  }
  return document;
}

const slashed = (path: string) => (/^\/(api|auth)\//.test(path) ? `${path}/` : path);

/**
 * OpenAPI 3.0 takes `nullable` only beside a type, so a reference that may be null becomes a choice; a list of values must have null
 * itself.
 */
function withNulls(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNulls);
  if (typeof node !== 'object' || node === null) return node;
  const fields = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withNulls(value)]));
  if (fields.nullable !== true) return fields;
  if (Array.isArray(fields.enum)) return { ...fields, enum: [...new Set([...(fields.enum as unknown[]), null])] };
  if ('type' in fields || !Array.isArray(fields.allOf)) return fields;
  const { nullable: _nullable, allOf, ...rest } = fields;
  return { ...rest, anyOf: [...(allOf as unknown[]), { type: 'object', nullable: true, enum: [null] }] };
}

/** Gives each call of a route with several paths its own summary: Nest numbers their ids, `start[0]`. */
function describePath(operation: Operation): void {
  const index = Number(/\[(\d+)\]$/.exec(operation.operationId ?? '')?.[1] ?? 0);
  operation.summary = operation.summary?.split(SUMMARY_SEPARATOR)[index];
}

/** A call that takes an API key names the scope that the key needs. */
function describeScope(operation: Operation, scope: string | null | undefined): void {
  if (!scope) return;
  operation.security = [{ JWT: [] }, { ApiKey: [] }];
  operation.description = [operation.description, `An API key needs the scope \`${scope}\`.`].filter(Boolean).join(' ');
}

/** A list is a bare array, or a page of it when the query has `page`. */
function describeEnvelope({ parameters = [], responses }: Operation): void {
  const response = responses['200'];
  const json = response && 'content' in response ? response.content?.['application/json'] : undefined;
  const list = json?.schema;
  const isPaged = parameters.some((parameter) => 'name' in parameter && parameter.name === 'page');
  if (!json || !isPaged || !list || !('type' in list) || list.type !== 'array') return;
  const count = { type: 'integer', minimum: 0 };
  const page: Schema = {
    type: 'object',
    description: 'With `page` in the query.',
    required: ['count', 'page', 'page_size', 'results'],
    properties: { count, page: count, page_size: count, results: list },
  };
  const bare: Schema = { ...list, description: `Without \`page\`: at most ${MAX_BARE_LIST} rows.` };
  json.schema = { oneOf: [bare, page] };
}

function describeFiles(operation: Operation & { 'x-files'?: Record<string, number> }): void {
  const { 'x-files': files, requestBody } = operation;
  if (!files) return;
  delete operation['x-files'];
  const content = requestBody && 'content' in requestBody ? requestBody.content : {};
  const fields = content['application/json']?.schema;
  const file: Schema = { type: 'string', format: 'binary' };
  const named = Object.entries(files).map(([name, maxCount]): [string, Schema] => [
    name,
    maxCount === 1 ? file : { type: 'array', items: file, maxItems: maxCount },
  ]);
  const form: Schema = { type: 'object', properties: Object.fromEntries(named) };
  const schema = fields ? { allOf: [fields, form] } : form;
  operation.requestBody = { required: true, content: { ...content, 'multipart/form-data': { schema } } };
}
