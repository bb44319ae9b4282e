import type { S3Settings } from './s3-settings.js';
import type { Settings } from './environment/schema.js';

/** Reads the settings of a bucket. @param url `s3://bucket/folder` */
export function bucketSettings(env: Settings, url: string): S3Settings {
  const [bucket = '', ...folders] = url
    .replace(/^s3:\/\//, '')
    .replace(/\/+$/, '')
    .split('/');
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY = '' } = env;
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const credentials = S3_ACCESS_KEY_ID
    ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
    : undefined;
  return { bucket, prefix, endpoint, region, credentials };
}
