import '@remix-run/node';

declare module '@remix-run/node' {
  /** The `context` that the web server passes to every loader and action. */
  interface AppLoadContext {
    /** Nonce of this answer's Content-Security-Policy. */
    nonce: string;
    /** The shop's public origin as the visitor sees it, for canonical addresses. */
    origin: string;
    /** Cards are tests and the public is let in: every page says so. */
    testPayments: boolean;
    /** Gets the cache tags of what the page reads from the backend. */
    tags: Set<string>;
    /** The id of the request that started the render, in the logs of all processes. */
    requestId?: string;
    /** The address of the visitor who submitted a form: the backend's rate limits count by it. Other renders are for everybody. */
    visitor?: string;
    /** Goes with the calls of the backend, where the request is traced. */
    traceparent?: string;
    /** Logs an error with that id. */
    logError?: (error: unknown) => void;
  }
}
