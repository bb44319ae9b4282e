/** Where a bucket is and who may use it, from MEDIA_URL and the S3_* settings. */
export interface S3Settings {
  bucket: string;
  /** Before every name; '' or with a slash at its end. */
  prefix: string;
  /** The URL of an S3-compatible store; undefined for Amazon's. Buckets are then named in the path. */
  endpoint: string | undefined;
  region: string;
  /** Undefined: those that Amazon gives the machine, or the AWS_* variables. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/** The settings of a folder of the bucket. */
export const inFolder = (settings: S3Settings, folder: string): S3Settings => ({
  ...settings,
  prefix: `${settings.prefix}${folder}/`,
});
