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
  ApiTags,
  DocumentBuilder,
  SwaggerModule,
  type OpenAPIObject,
} from '@nestjs/swagger';
import { ErrorBody } from '../../contract/common.js';
import { IDEMPOTENT } from '../batching/idempotency.js';
import { ACCESS, type Access } from '../http/access.js';
import { API_INTRODUCTION } from './api-introduction.js';
import { API_TAGS } from './api-tags.js';
import { completeDocument, SUMMARY_SEPARATOR } from './complete-document.js';
import {
  ANSWERED_FILE,
  ANSWERS,
  FILES,
  OPTIONAL_BODY,
  REDIRECTS,
  REFUSALS,
  SUMMARIES,
  TAG,
  type DocumentedAnswer,
} from './openapi.js';

/**
 * Describes the API by OpenAPI 3.0, from the contract's schemas and the routes' decorators. Calls that only the shop's own
 * processes make are left out.
 * @see https://spec.openapis.org/oas/v3.0.3
 */
export function describeApi(app: NestExpressApplication): OpenAPIObject {
  const scanner = app.get(MetadataScanner);
  for (const { metatype } of app.get(DiscoveryService).getControllers()) {
    if (metatype) describeRoutes(metatype as { prototype: object }, scanner);
  }
  const options = new DocumentBuilder()
    .setTitle('MAY')
    .setDescription(API_INTRODUCTION)
    .setVersion('1')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'Authorization', description: '`JWT <access>` of a signed-in user.' },
      'JWT',
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A key `may_sk_…` of the back office.' }, 'ApiKey')
    .addSecurityRequirements('JWT');
  for (const [name, description] of Object.entries(API_TAGS)) options.addTag(name, description);
  return completeDocument(SwaggerModule.createDocument(app, options.build(), { autoTagControllers: false }));
}

/** The controllers that have Swagger's decorators: a second time would add their tags and parameters again. */
const described = new WeakSet<object>();

/** Applies Swagger's decorators to each route of a controller. */
function describeRoutes(controller: { prototype: object }, scanner: MetadataScanner): void {
  if (described.has(controller)) return;
  described.add(controller);
  const { prototype } = controller;
  for (const name of scanner.getAllMethodNames(prototype)) {
    const method = Object.getOwnPropertyDescriptor(prototype, name);
    if (!method) continue;
    for (const describe of descriptionsOf(controller, method.value as object)) describe(prototype, name, method);
  }
}

/** Swagger's decorators for what a route's own decorators say. */
function descriptionsOf(controller: object, handler: object): MethodDecorator[] {
  const read = <T>(key: string) => Reflect.getMetadata(key, handler) as T | undefined;
  const answer = read<DocumentedAnswer>(ANSWERS);
  const files = read<Record<string, number>>(FILES);
  const file = read<string>(ANSWERED_FILE);
  const access = read<Access>(ACCESS) ?? (Reflect.getMetadata(ACCESS, controller) as Access | undefined);
  const tag = Reflect.getMetadata(TAG, controller) as string | undefined;
  const summaries = read<string[]>(SUMMARIES);
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
    ...Object.entries(read<Record<string, string>>(REFUSALS) ?? {}).map(([status, description]) =>
      ApiResponse({ status: Number(status), description, standardSchema: ErrorBody }),
    ),
    ApiResponse({ status: 'default', description: 'The request failed.', standardSchema: ErrorBody }),
    ...(read(OPTIONAL_BODY) ? [ApiBody({ required: false })] : []),
    ...(read(IDEMPOTENT) ? [ApiHeader(IDEMPOTENCY_HEADER)] : []),
    ...(files ? [ApiExtension('x-files', files)] : []),
    // An empty requirement: a call without a credential is answered, one with a credential too.
    ...(access === 'public' ? [ApiSecurity({})] : []),
    ApiOperation({
      summary: summaries?.join(SUMMARY_SEPARATOR),
      description: access === 'admin' ? 'For administrators only.' : undefined,
    }),
    ...(tag ? [ApiTags(tag)] : []),
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
