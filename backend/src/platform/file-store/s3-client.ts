import type * as S3 from '@aws-sdk/client-s3';
import type { S3Settings } from '../config/s3-settings.js';

const CONNECT_MS = 2_000;
/** The wait for an answer to one attempt. */
export const ANSWER_MS = 4_000;
const MAX_ATTEMPTS = 3;
const MAX_SOCKETS = 64;

type Sdk = Omit<typeof S3, 'default'>;

/** The SDK of S3, with a client of the shop's store. */
export interface S3Access {
  sdk: Sdk;
  client: S3.S3Client;
}

/** Loads the SDK with the first call: it takes 26 MB of memory, and most shops need none of it. */
export async function loadS3({ endpoint, region, credentials }: S3Settings): Promise<S3Access> {
  const loaded: Sdk & { default?: Sdk } = await import('@aws-sdk/client-s3');
  // In the bundle a package of CommonJS has no other export.
  const sdk = loaded.default ?? loaded;
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const client = new sdk.S3Client({
    region,
    endpoint,
    credentials,
    forcePathStyle: endpoint !== undefined,
    maxAttempts: MAX_ATTEMPTS,
    // The newer checksums are unknown to some compatible stores; Content-MD5 is known to all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return { sdk, client };
}
