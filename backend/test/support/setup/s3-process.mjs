// @ts-check
import { createRequire } from 'node:module';

// The process of an S3-speaking server, see s3-server.ts: `node s3-process.mjs <options of s3rver as JSON>`.
const load = createRequire(import.meta.url);

// Amazon's SDK asks for a bucket as `/bucket/?…` and signs that; s3rver checks the signature of `/bucket?…`.
const v4 = load('@20minutes/s3rver/lib/signature/v4');
const signed = v4.getStringToSign;
v4.getStringToSign = (/** @type {{ uri: string }} */ canonical, /** @type {unknown} */ request) =>
  signed({ ...canonical, uri: canonical.uri.replace(/^\/[^/]+$/, '$&/') }, request);

const S3rver = load('@20minutes/s3rver');
await new S3rver(JSON.parse(process.argv[2] ?? '{}')).run();
