const KB = 1024;
const MB = 1024 * KB;

/**
 * What one address, and all addresses together, may hold of this server: times in milliseconds, sizes in bytes.
 *
 * One address may be an office or a mobile carrier with hundreds of shoppers behind it, so what it may hold is far more
 * than one browser needs (6 connections, 1 to 10 requests at a time) and far less than would be missed by the others.
 */
export const LIMITS = {
  /** Open connections. Each costs about 20 KB. */
  connections: 8_192,

  /** Until a request's head has come, from the opening of its connection or its first byte. */
  headMs: 15_000,
  headBytes: 16 * KB,
  headers: 100,
  /** Longer than the idle time of a usual edge (60 s), so that it never writes into a connection just being closed. */
  idleMs: 65_000,
  /** How often what takes too long is looked for. */
  sweepMs: 2_000,

  /** Whatever has to come or to be taken may take this long, and as long again as its bytes take at the slowest rate. */
  graceMs: 15_000,
  slowestBytesPerSecond: 16 * KB,
  /** The longest that a whole request may take to come: a CSV file of 50 MB over a slow line takes most of it. */
  requestMs: 60 * 60_000,

  /** A body up to this size is taken whole before a connection to the backend is; a longer one is passed on as it comes. */
  wholeBody: MB,
  /** Nine product pictures of 10 MB are the most that any call takes. */
  body: 96 * MB,
  /** Whole bodies up to this size are taken however full the memory for bodies is: those of money calls and webhooks are. */
  smallBody: 16 * KB,
  /** Memory for whole bodies that are being taken, all together. */
  bodies: 64 * MB,
  /** So much of an answer is taken from the backend before its reader has read it, all answers together `answers`. */
  answer: 512 * KB,
  answers: 64 * MB,

  /** What one address may have at once. An IPv6 site may have `SITE_FACTOR` times as much. */
  ofOne: {
    /** Open connections of one peer. Those of a trusted proxy in front are not counted. */
    connections: 256,
    /** Calls of the API, and forms sent to pages. */
    requests: 64,
    /** Pages. Those that are not cached are rendered, whatever number of them one connection asks for at once. */
    pages: 64,
    /** Pictures of the shop and files of its pages. A browser behind an edge asks for all those of a page at once. */
    media: 256,
    /** Bodies over `wholeBody`. */
    uploads: 8,
    /** Chat sockets. */
    sockets: 64,
    /** Bytes of whole bodies. */
    bodyBytes: 8 * MB,
  },
  /** Chat sockets of all. */
  sockets: 2_048,

  /**
   * Requests that the backend works on at once, by what they are, so that none waits for another kind. A full lane lets
   * as many as this again wait for `waitMs`; who waits longer, and who comes after them, gets 503.
   */
  lanes: { health: 16, webhooks: 32, money: 64, calls: 160, media: 128, uploads: 24, searchPictures: 16 },
  /** What one address or IPv6 site may have of a lane, of those that run and of those that wait: nobody fills one alone. */
  shareOfOne: 1 / 2,
  waitMs: 5_000,
  /**
   * Pages that are rendered at once, and that wait for it as long as calls do. Rendering takes milliseconds of the one
   * thread that all answers go through: more at once would not be quicker, and would keep the others waiting.
   */
  renders: { runs: 8, waits: 256 },
  /** Until the backend begins to answer, and between two pieces of its answer. */
  backendMs: 60_000,
  /** Until the backend takes or refuses a chat socket. */
  handshakeMs: 10_000,
};

/** For load tests, whose callers have one address: one may hold what all may. */
const UNLIMITED: Limits = {
  ...LIMITS,
  shareOfOne: 1,
  ofOne: {
    connections: Infinity,
    requests: Infinity,
    pages: Infinity,
    media: Infinity,
    uploads: Infinity,
    sockets: Infinity,
    bodyBytes: Infinity,
  },
};

/** @param limitsRates false with RATE_LIMIT=off */
export const limitsFor = (limitsRates: boolean): Limits => (limitsRates ? LIMITS : UNLIMITED);

export type Limits = typeof LIMITS;
export type Lanes = Limits['lanes'];
export type Held = keyof Limits['ofOne'];
