const KB = 1024;
const MB = 1024 * KB;

/**
 * Limits of this server's resources, for one address and for all together: times in milliseconds, sizes in bytes.
 *
 * One address may be an office or a mobile carrier with hundreds of shoppers. So its limits are far above one browser's
 * needs (6 connections, 1 to 10 concurrent requests), and far below what the others would miss.
 */
export const LIMITS = {
  /** Open connections. Each costs about 20 KB. */
  connections: 8_192,

  /** Time for a request's head, from the opening of its connection or its first byte. */
  headMs: 15_000,
  headBytes: 16 * KB,
  headers: 100,
  /**
   * Longer than the usual idle time of an edge (60 s), so that it never writes to a connection that is being closed.
   */
  idleMs: 65_000,
  /** Interval of the check for expired timeouts. */
  sweepMs: 2_000,

  /** Grace period of any transfer, on top of the time that its bytes take at the slowest rate. */
  graceMs: 15_000,
  slowestBytesPerSecond: 16 * KB,
  /** Time for a whole request: a CSV file of 50 MB over a slow line takes most of it. */
  requestMs: 60 * 60_000,

  /**
   * Bodies up to this size are buffered before they take a backend connection. Longer ones are streamed if they are multipart, and
   * otherwise refused.
   */
  wholeBody: MB,
  /** Largest multipart body: no call takes more than nine product pictures of 10 MB. */
  body: 96 * MB,
  /**
   * Bodies up to this size are accepted even when the memory for bodies is full: money calls and webhooks fit. Forms sent to pages are
   * no longer: the only one has an e-mail address.
   */
  smallBody: 16 * KB,
  /** Memory for all buffered bodies. */
  bodies: 64 * MB,
  /** Bytes of one answer buffered ahead of its client; `answers` for all together. */
  answer: 512 * KB,
  answers: 64 * MB,
  /**
   * Answers that have left their lane because their readers are slow: as many as `answers` has room for, and the fraction that one
   * address or IPv6 site may have. Further ones are cut off.
   */
  slow: { runs: 128, callerShare: 1 / 8 },

  /** Whether callers on this machine are free of limits by address, see `isOwnMachine`: only outside production. */
  exemptsOwnMachine: false,

  /** Limits of one address. An IPv6 site (/48) has `SITE_FACTOR` times as much. */
  perAddress: {
    /** Open connections of one peer. Those of a trusted proxy do not count. */
    connections: 256,
    /** API calls and forms sent to pages. */
    requests: 64,
    /** Readiness checks that wait for their answer. */
    checks: 64,
    /** Pages. One connection can pipeline many, and each uncached one is rendered. */
    pages: 64,
    /** Pictures and files. A browser behind an edge requests all those of a page at once. */
    media: 256,
    /** Bodies over `wholeBody`. */
    uploads: 8,
    /** Chat sockets. */
    sockets: 64,
    /** Bytes of whole bodies. */
    bodyBytes: 8 * MB,
  },
  /** Chat sockets of all addresses. */
  sockets: 2_048,

  /**
   * Concurrent backend requests by kind, so that no kind waits for another. Twice as many are admitted: half run, half wait. A
   * request gets 503 when the queue is full, or when its wait exceeds, or is expected to exceed, the limit: `queueWait` for orders
   * and calls, `waitMs` for the others. Those in `adapting`, the most important first, run fewer while the backend answers slowly,
   * see `AdaptiveConcurrency`.
   */
  lanes: {
    webhooks: 32,
    orders: 64,
    money: 64,
    calls: 160,
    media: 128,
    uploads: 24,
    adminUploads: 16,
    searchPictures: 16,
  },
  adapting: { orders: { min: 4, targetMs: 150 }, calls: { min: 4, targetMs: 250 } },
  /** Fraction of a lane's running and waiting places that one address or IPv6 site may use. */
  callerShare: 1 / 2,
  waitMs: 5_000,
  /** Longest wait for pages, orders and calls: then a shopper leaves. `standingWaitMs` applies while the queue stands. */
  queueWait: { waitMs: 2_000, standingWaitMs: 250 },
  /**
   * Concurrent renders of each render thread, and renders that wait, up to `queueWait`. A render keeps its thread busy for
   * milliseconds, so a higher number would not be faster.
   */
  renders: { runs: 8, waits: 256 },
  /** Time until the backend begins to answer, and between two chunks of its answer. */
  backendMs: 60_000,
  /** Time for a readiness check: the backend gives each of its parts half of it, and probes wait 5 s. */
  readinessMs: 3_000,
  /** Time until the backend accepts or refuses a chat socket. */
  handshakeMs: 10_000,
};

/** For load tests from a single address: one address may hold as much as all. */
const UNLIMITED: Limits = {
  ...LIMITS,
  callerShare: 1,
  slow: { ...LIMITS.slow, callerShare: 1 },
  perAddress: {
    connections: Infinity,
    requests: Infinity,
    checks: Infinity,
    pages: Infinity,
    media: Infinity,
    uploads: Infinity,
    sockets: Infinity,
    bodyBytes: Infinity,
  },
};

/**
 * The limits to apply.
 * @param limitsRates false with RATE_LIMIT=off
 * @param exemptsOwnMachine see `Settings`
 */
export const limitsFor = (limitsRates: boolean, exemptsOwnMachine = false): Limits =>
  limitsRates ? { ...LIMITS, exemptsOwnMachine } : UNLIMITED;

export type Limits = typeof LIMITS;
export type Lanes = Limits['lanes'];
export type Resource = keyof Limits['perAddress'];
