import type { Pool } from 'undici';
import type { Trusts } from '../../../backend/src/platform/network/trusted-proxies.js';
import type { Lane } from '../limits/lane';
import type { Limits } from '../limits/limits';

/** State that all calls share. */
export interface Backend {
  pool: Pool;
  trusts: Trusts;
  limits: Limits;
  /** The lane of answers whose readers are behind; nobody waits for a place in it. */
  slow: Lane;
  /** Bytes buffered in this server: request bodies for the backend, and answers for slow clients. */
  buffered: { bodies: number; answers: number };
}
