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

/**
 * Node's `Request` knows none of jsdom's forms, nor jsdom those that it gives back. Of a file only name and type come
 * along; jsdom's boxes forget what a test has chosen in them.
 * @param {typeof FormData} PageForm
 */
function takingFormsOf(PageForm) {
  Object.defineProperty(PageForm, Symbol.hasInstance, {
    value: (/** @type {unknown} */ it) => Object.prototype.toString.call(it) === '[object FormData]',
  });
  return class extends Request {
    /** @param {RequestInfo} input @param {RequestInit} [init] */
    constructor(input, init) {
      super(input, init?.body instanceof PageForm ? { ...init, body: copyOf(init.body) } : init);
    }
  };
}

/** @param {FormData} form */
function copyOf(form) {
  const copy = new FormData();
  for (const [name, value] of form) {
    copy.append(name, typeof value === 'string' ? value : new File([], value.name, { type: value.type }));
  }
  return copy;
}

/** jsdom with fetch, streams and encoders, so that routes and stores run as they do in a browser. */
export default class BrowserLikeEnvironment extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    Object.assign(this.global, FROM_NODE, { Request: takingFormsOf(this.global.FormData) });
  }
}
