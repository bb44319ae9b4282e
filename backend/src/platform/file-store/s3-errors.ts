import { StoreMisconfigured, StoreUnavailable } from './file-store.js';
import type { S3Settings } from '../config/s3-settings.js';

/** What the SDK throws: an answer of the store, or an error of the network. */
interface S3Error {
  name?: string;
  code?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

export const statusOfS3 = (error: unknown): number | undefined => (error as S3Error).$metadata?.httpStatusCode;

/** True when the store answered that the file does not exist. A missing bucket is another matter. */
export const isNoSuchKey = (error: unknown): boolean =>
  statusOfS3(error) === 404 && (error as S3Error).name !== 'NoSuchBucket';

/**
 * Explains why a store refuses a first call.
 * @returns a `StoreMisconfigured` with one sentence when only other settings can help, else `StoreUnavailable`
 */
export function explainRefusal(error: unknown, { bucket, endpoint, region }: S3Settings): Error {
  const store = endpoint ?? 'Amazon S3';
  const refused = (sentence: string) => new StoreMisconfigured(sentence, { cause: error });
  const status = statusOfS3(error);
  const sentences: Record<string, string> = {
    NoSuchBucket: `MEDIA_URL names the bucket ${bucket}, which ${store} does not have: create it, or correct the name.`,
    InvalidAccessKeyId: `S3_ACCESS_KEY_ID is not known to ${store}.`,
    SignatureDoesNotMatch: `S3_SECRET_ACCESS_KEY is not the secret that ${store} has for S3_ACCESS_KEY_ID.`,
    CredentialsProviderError:
      'MEDIA_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: this machine has no role of its own.',
    PermanentRedirect: `The bucket ${bucket} is not in S3_REGION=${region}.`,
    AuthorizationHeaderMalformed: `The bucket ${bucket} is not in S3_REGION=${region}.`,
  };
  const sentence = sentences[(error as S3Error).name ?? ''];
  if (sentence) return refused(sentence);
  if (status === 403)
    return refused(`${store} refuses the bucket ${bucket}: allow this key to list, read, write and delete in it.`);
  if (status !== undefined && status >= 300 && status < 500 && status !== 408 && status !== 429)
    return refused(`${store} does not answer as an S3 store for the bucket ${bucket} (status ${status}).`);
  return new StoreUnavailable(error);
}

/** Why a store cannot be reached, for a log line: a code of the network or the status that it answered. */
export function reasonOf({ cause }: StoreUnavailable): string {
  const { code, name, message } = cause as S3Error;
  const status = statusOfS3(cause);
  return code ?? (status ? `status ${status}` : (name ?? message ?? 'no answer'));
}
