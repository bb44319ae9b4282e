// @ts-check
import os from 'node:os';
import path from 'node:path';
import { keepTemporaryFilesInMemory } from './backend/launch/testing/memory-folder.mjs';

keepTemporaryFilesInMemory();

/**
 * What every jest project of this repository shares: TypeScript and ES modules become CommonJS, because jest's own
 * ES-module mode cannot load the packages that are still CommonJS inside.
 */

/** Published as ES modules only, so they are transformed too; of the last one a dynamic import is. */
const ES_MODULES =
  '@nestjs|file-type|strtok3|token-types|uint8array-extras|@borewit|@tokenizer|httpxy|htmlparser2|dom(handler|utils|elementtype)|dom-serializer|entities|@apidevtools/json-schema-ref-parser|@opentelemetry/otlp-exporter-base';

/** @param {object} parser */
const swc = (parser) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser,
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

export const shared = {
  cacheDirectory: path.join(import.meta.dirname, '.cache/jest'),
  runtime: path.join(import.meta.dirname, 'jest.runtime.mjs'),
  transform: {
    '\\.ts$': swc({ syntax: 'typescript', decorators: true }),
    '\\.tsx$': swc({ syntax: 'typescript', tsx: true }),
    '\\.m?js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${ES_MODULES})/)`],
  moduleNameMapper: {
    // TypeScript's imports name the file that will be built.
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};

/** One more than there are cores, for tests wait too; each of the API's may hold thirty connections of the server's 200. */
export const maxWorkers = Math.min(os.availableParallelism() + 1, 6);
