import { HTTP_CODE_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  ApiBody,
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiSecurity,
  DocumentBuilder,
  SwaggerModule,
  type OpenAPIObject,
} from '@nestjs/swagger';
import { ErrorBody } from '../../contract/common.js';
import { MAX_BARE_LIST } from '../../contract/rules.js';
import { IDEMPOTENT } from '../batching/idempotency.js';
import { ACCESS, type Access } from './access.js';
import { ANSWERED_FILE, ANSWERS, FILES, OPTIONAL_BODY, REDIRECTS, type DocumentedAnswer } from './openapi.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Body = Extract<Operation['requestBody'], { content: unknown }>;
type Schema = NonNullable<Body['content'][string]['schema']>;

/** Calls between the shop's own processes, and the payment sandbox. */
const INNER = /^\/(internal|sandbox|metrics)(\/|$)/;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Describes the API by OpenAPI 3.0, from the contract's schemas and the routes' decorators. Calls that only the shop's own
 * processes make are left out.
 * @see https://spec.openapis.org/oas/v3.0.3
 */
export function describeApi(app: NestExpressApplication): OpenAPIObject {
  const scanner = app.get(MetadataScanner);
  for (const { metatype } of app.get(DiscoveryService).getControllers()) {
    if (!metatype) continue;
    const prototype = metatype.prototype as Record<string, object>;
    for (const name of scanner.getAllMethodNames(prototype)) {
      const method = Object.getOwnPropertyDescriptor(prototype, name);
      if (method)
        for (const describe of descriptionsOf(metatype, method.value as object)) describe(prototype, name, method);
    }
  }
  const options = new DocumentBuilder()
    .setTitle('MAY')
    .setDescription('The API of the shop. A credential is `Authorization: JWT <access>`.')
    .setVersion('1')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'Authorization' }, 'JWT')
    .addSecurityRequirements('JWT')
    .build();
  return completed(SwaggerModule.createDocument(app, options));
}

/** Swagger's decorators for what a route's own decorators say. */
function descriptionsOf(controller: object, handler: object): MethodDecorator[] {
  const read = <T>(key: string) => Reflect.getMetadata(key, handler) as T | undefined;
  const answer = read<DocumentedAnswer>(ANSWERS);
  const files = read<Record<string, number>>(FILES);
  const file = read<string>(ANSWERED_FILE);
  const access = read<Access>(ACCESS) ?? (Reflect.getMetadata(ACCESS, controller) as Access | undefined);
  return [
    ...(answer
      ? [answer.status, answer.again].flatMap((status) =>
          status ? [ApiResponse({ status, isArray: answer.isArray, standardSchema: answer.schema })] : [],
        )
      : read<number>(HTTP_CODE_METADATA) === 204
        ? [ApiResponse({ status: 204, description: 'Done. The response has no body.' })]
        : []),
    ...(file ? [ApiResponse({ status: 200, description: 'The file.', content: contentOf(file) })] : []),
    ...(read(REDIRECTS) ? [ApiResponse({ status: 302, description: 'Leads to another page.' })] : []),
    ApiResponse({ status: 'default', description: 'The request failed.', standardSchema: ErrorBody }),
    ...(read(OPTIONAL_BODY) ? [ApiBody({ required: false })] : []),
    ...(read(IDEMPOTENT) ? [ApiHeader(IDEMPOTENCY_HEADER)] : []),
    ...(files ? [ApiExtension('x-files', files)] : []),
    // An empty requirement: a call without a credential is answered, one with a credential too.
    ...(access === 'public' ? [ApiSecurity({})] : []),
    ...(access === 'admin' ? [ApiOperation({ description: 'For administrators only.' })] : []),
  ];
}

/** A file: JSON by its schema, anything else as bytes. */
const contentOf = (type: string) => ({
  [type]: { schema: type === 'application/json' ? { type: 'object' } : { type: 'string', format: 'binary' } },
});

const IDEMPOTENCY_HEADER = {
  name: 'Idempotency-Key',
  required: false,
  description:
    'A retry with the same key and body within 24 hours returns the first response and does nothing twice; with another body it is a 409.',
  schema: { type: 'string', maxLength: 255 },
} as const;

/** Adds what Nest's generator cannot say: trailing slashes, envelopes of lists, files of multipart bodies. */
function completed(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(document.paths).filter(([path]) => !INNER.test(path));
  for (const [, item] of paths) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      describeEnvelope(operation);
      describeFiles(operation);
    }
  }
  const complete = { ...document, paths: Object.fromEntries(paths.map(([path, item]) => [slashed(path), item])) };
  return withNulls(complete) as OpenAPIObject;
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
  const named = Object.entries(files).map(([name, most]): [string, Schema] => [
    name,
    most === 1 ? file : { type: 'array', items: file, maxItems: most },
  ]);
  const form: Schema = { type: 'object', properties: Object.fromEntries(named) };
  const schema = fields ? { allOf: [fields, form] } : form;
  operation.requestBody = { required: true, content: { ...content, 'multipart/form-data': { schema } } };
}
