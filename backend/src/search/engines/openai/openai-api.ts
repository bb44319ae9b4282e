import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { CallBudget } from '../call-budget.js';
import { EngineUnavailable } from '../engine-unavailable.js';

/** After the first try. */
const RETRIES = 2;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 600_000;
/** Worth another try: too slow, too many at once, or broken on their side. */
const PASSING = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** Of a question that is wrong by itself; but a setting may be what is wrong with it, as codes tell. */
const REFUSING = new Set([400, 413, 415, 422]);
const OF_SETTINGS = /model|parameter|unsupported_value/;

/** Where an API is and how often it may be asked. */
export interface ApiSettings {
  url: string;
  key: string | undefined;
  callsPerMinute: number;
}

/** The clock, which tests replace. In milliseconds. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
}

const CLOCK: Clock = { now: () => Date.now(), sleep: (milliseconds) => sleep(milliseconds) };

interface Failure {
  why: string;
  isPassing: boolean;
  isRefusal?: boolean;
  /** In milliseconds, as the service asked for. */
  retryAfter?: number;
}

/** The error code of a response. Nothing else of it is logged, because it may contain the key. */
const Refusal = z.object({ error: z.object({ code: z.string().regex(/^[a-z_]{3,60}$/) }) });

/** An API that answers as OpenAI's does. Asks within a budget, tries again what may pass, and gives up in time. */
export class OpenAiApi {
  private readonly budget: CallBudget;

  constructor(
    private readonly settings: ApiSettings,
    private readonly clock = CLOCK,
  ) {
    this.budget = new CallBudget(settings.callsPerMinute, clock);
  }

  /**
   * Asks.
   * @param path below the API's address
   * @param patience in milliseconds, for all tries together
   * @throws EngineUnavailable when no right answer is to be had in that time
   */
  async ask<T>(path: string, question: object, Answer: z.ZodType<T>, patience: number): Promise<T> {
    const until = this.clock.now() + patience;
    for (let attempt = 0; ; attempt++) {
      this.budget.take();
      const reply = await this.send(path, question, Answer, until - this.clock.now());
      if ('answer' in reply) {
        this.budget.succeeded();
        return reply.answer;
      }
      const { why, isPassing, isRefusal, retryAfter } = reply;
      if (isRefusal) {
        // It is there, and other questions it may answer.
        this.budget.succeeded();
        throw new EngineUnavailable(why, retryAfter, isRefusal);
      }
      // Spread, so that those who were refused together do not come back together.
      const pause = retryAfter ?? FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random());
      if (!isPassing || attempt === RETRIES || this.clock.now() + pause >= until) {
        this.budget.failed(retryAfter);
        throw new EngineUnavailable(why, retryAfter);
      }
      await this.clock.sleep(pause);
    }
  }

  private async send<T>(
    path: string,
    question: object,
    Answer: z.ZodType<T>,
    patience: number,
  ): Promise<{ answer: T } | Failure> {
    const { url, key } = this.settings;
    const who = `${new URL(url).host} ${path}`;
    try {
      const reply = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify(question),
        redirect: 'error',
        signal: AbortSignal.timeout(Math.max(1, Math.ceil(patience))),
      });
      const text = await reply.text();
      return reply.ok ? checked(text, Answer, who) : refused(reply, text, who, this.clock.now());
    } catch (error) {
      const { name, cause } = error as Error;
      if (name === 'TimeoutError') return { why: `${who} did not answer in time`, isPassing: false };
      return { why: `${who} cannot be reached: ${(cause as { code?: string })?.code ?? name}`, isPassing: true };
    }
  }
}

function checked<T>(text: string, Answer: z.ZodType<T>, who: string): { answer: T } | Failure {
  try {
    const { success, data, error } = Answer.safeParse(JSON.parse(text));
    if (success) return { answer: data };
    const [issue] = error.issues;
    return { why: `${who} answered wrongly: ${issue?.path.join('.')}: ${issue?.message}`, isPassing: false };
  } catch {
    return { why: `${who} did not answer in JSON`, isPassing: false };
  }
}

function refused(reply: Response, text: string, who: string, now: number): Failure {
  let code = '';
  try {
    code = `, ${Refusal.parse(JSON.parse(text)).error.code}`;
  } catch {
    // Its status has to do.
  }
  return {
    why: `${who} answered ${reply.status}${code}`,
    isPassing: PASSING.has(reply.status),
    isRefusal: REFUSING.has(reply.status) && !OF_SETTINGS.test(code),
    retryAfter: milliseconds(reply.headers.get('retry-after'), now),
  };
}

/** Of a Retry-After: seconds, or a date (RFC 9110, 10.2.3). */
function milliseconds(retryAfter: string | null, now: number): number | undefined {
  if (!retryAfter) return undefined;
  const pause = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now;
  return Number.isNaN(pause) ? undefined : Math.min(Math.max(pause, 0), LONGEST_PAUSE_MS);
}
