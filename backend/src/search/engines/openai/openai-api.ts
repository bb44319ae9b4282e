import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { CallBudget, type CallPurpose } from '../call-budget.js';
import { EngineUnavailable } from '../engine-unavailable.js';

/** The number of retries after the first attempt. */
const RETRIES = 2;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 600_000;
/** Worth a retry: too slow, too many requests, or a failure on their side. */
const TEMPORARY = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** An input that is itself invalid; the cause may still be a setting, which error codes tell. */
const INVALID_INPUT = new Set([400, 413, 415, 422]);
const OF_SETTINGS = /model|parameter|unsupported_value/;

/** The URL of an API and its rate limit. */
export interface ApiSettings {
  url: string;
  key: string | undefined;
  callsPerMinute: number;
}

/** The clock, in milliseconds, which tests replace. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
}

const CLOCK: Clock = { now: () => Date.now(), sleep: (milliseconds) => sleep(milliseconds) };

interface CallLimits {
  timeoutMs: number;
  purpose: CallPurpose;
}

interface Failure {
  why: string;
  isTemporary: boolean;
  isRefusal?: boolean;
  /** The pause that the service asked for, in milliseconds. */
  retryAfter?: number;
}

/** The error code of a response. Nothing else of it is logged, because it may contain the key. */
const Refusal = z.object({ error: z.object({ code: z.string().regex(/^[a-z_]{3,60}$/) }) });

/** A client for APIs like OpenAI's: respects a call budget, retries temporary failures, and stops at a deadline. */
export class OpenAiApi {
  private readonly budget: CallBudget;

  constructor(
    private readonly settings: ApiSettings,
    private readonly clock = CLOCK,
  ) {
    this.budget = new CallBudget(settings.callsPerMinute, clock);
  }

  /**
   * Posts a request, with retries.
   * @param path below the API's base URL
   * @param limits the time limit of all attempts together, and what the call is for
   * @throws EngineUnavailable without a valid answer in that time
   */
  async post<T>(path: string, body: object, Schema: z.ZodType<T>, { timeoutMs, purpose }: CallLimits): Promise<T> {
    const until = this.clock.now() + timeoutMs;
    for (let attempt = 0; ; attempt++) {
      this.budget.consume(purpose);
      const response = await this.send(path, body, Schema, until - this.clock.now());
      if ('answer' in response) {
        this.budget.succeeded();
        return response.answer;
      }
      const { why, isTemporary, isRefusal, retryAfter } = response;
      if (isRefusal) {
        // The service works, and may accept other input.
        this.budget.succeeded();
        throw new EngineUnavailable(why, retryAfter, isRefusal);
      }
      // Random, so that clients that were refused together do not retry together.
      const pause = retryAfter ?? FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random());
      if (!isTemporary || attempt === RETRIES || this.clock.now() + pause >= until) {
        this.budget.failed(retryAfter);
        throw new EngineUnavailable(why, retryAfter);
      }
      await this.clock.sleep(pause);
    }
  }

  private async send<T>(
    path: string,
    body: object,
    Schema: z.ZodType<T>,
    timeoutMs: number,
  ): Promise<{ answer: T } | Failure> {
    const { url, key } = this.settings;
    const who = `${new URL(url).host} ${path}`;
    try {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs))),
      });
      const text = await response.text();
      return response.ok ? checked(text, Schema, who) : refused(response, text, who, this.clock.now());
    } catch (error) {
      const { name, cause } = error as Error;
      if (name === 'TimeoutError') return { why: `${who} did not answer in time`, isTemporary: false };
      return { why: `${who} cannot be reached: ${(cause as { code?: string })?.code ?? name}`, isTemporary: true };
    }
  }
}

function checked<T>(text: string, Schema: z.ZodType<T>, who: string): { answer: T } | Failure {
  try {
    const { success, data, error } = Schema.safeParse(JSON.parse(text));
    if (success) return { answer: data };
    const [issue] = error.issues;
    return { why: `${who} answered wrongly: ${issue?.path.join('.')}: ${issue?.message}`, isTemporary: false };
  } catch {
    return { why: `${who} did not answer in JSON`, isTemporary: false };
  }
}

function refused(response: Response, text: string, who: string, now: number): Failure {
  let code = '';
  try {
    code = `, ${Refusal.parse(JSON.parse(text)).error.code}`;
  } catch {
    // The status has to be enough.
  }
  return {
    why: `${who} answered ${response.status}${code}`,
    isTemporary: TEMPORARY.has(response.status),
    isRefusal: INVALID_INPUT.has(response.status) && !OF_SETTINGS.test(code),
    retryAfter: milliseconds(response.headers.get('retry-after'), now),
  };
}

/** Parses a Retry-After header: seconds, or a date (RFC 9110, 10.2.3). */
function milliseconds(retryAfter: string | null, now: number): number | undefined {
  if (!retryAfter) return undefined;
  const pause = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now;
  return Number.isNaN(pause) ? undefined : Math.min(Math.max(pause, 0), MAX_PAUSE_MS);
}
