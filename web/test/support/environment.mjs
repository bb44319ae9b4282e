// @ts-check
import { TestEnvironment } from 'jest-environment-jsdom';

/** Node's own, which browsers have too and jsdom lacks, or has in a form that Node's `Request` does not accept. */
const FROM_NODE = {
  AbortController,
  AbortSignal,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  TextEncoderStream,
  TransformStream,
  URL,
  URLSearchParams,
  WritableStream,
  fetch,
  structuredClone,
};

/** jsdom with fetch, streams and encoders, so that routes and stores run as they do in a browser. */
export default class BrowserLikeEnvironment extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    Object.assign(this.global, FROM_NODE);
  }
}
