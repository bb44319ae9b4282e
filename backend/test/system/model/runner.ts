import { isDeepStrictEqual } from 'node:util';
import { CatalogChanges } from '../../../src/platform/http-cache/catalog-changes.js';
import { asOwner, shop } from '../../support/client.js';
import { mustBeSound } from '../../support/ledger.js';
import type { Answer, Call, View } from './calls.js';
import { RealShop } from './real-shop.js';
import { ShopModel } from './shop-model.js';

/** Keeps the ledger check, which reads everything, from becoming slower and slower. */
const MAX_RUNS_BETWEEN_RESETS = 50;

let runsSinceReset = 0;

/** Sends the same calls to the real shop and to its model, and compares the answers. */
export class Runner {
  /** The calls and their answers, for the message of a difference. */
  private readonly log: string[] = [];

  private constructor(
    readonly real: RealShop,
    readonly model: ShopModel,
  ) {}

  /** Runs `act` in a small world of its own. An error lists the calls until then. */
  static async run(act: (runner: Runner) => Promise<void>): Promise<void> {
    if (runsSinceReset >= MAX_RUNS_BETWEEN_RESETS) await resetBooks();
    runsSinceReset += 1;
    const runner = new Runner(await RealShop.open(), new ShopModel());
    try {
      await act(runner);
    } catch (error) {
      // The next run must not find what this one broke.
      runsSinceReset = MAX_RUNS_BETWEEN_RESETS;
      throw new Error(`After\n  ${runner.log.join('\n  ')}\n\n${(error as Error).message}`, { cause: error });
    } finally {
      await runner.real.close();
    }
  }

  /** Sends a call to both, which must answer the same. */
  async send(call: Call): Promise<void> {
    const expected = this.model.answer(call);
    const answer = await this.real.send(call);
    this.note(call, answer);
    expect(answer).toEqual(expected);
    await mustBeSound();
  }

  /** The views must be equal, and the ledger sound. */
  async expectSameView(): Promise<void> {
    expect(await this.look()).toEqual(this.model.view());
    await mustBeSound();
  }

  /** Sends calls to the real shop concurrently. Its answers and its view must be those of some sequential order. */
  async sendConcurrently(calls: readonly Call[]): Promise<void> {
    for (const call of calls) await this.real.prepare(call);
    const answers = await Promise.all(calls.map((call) => this.real.send(call)));
    calls.forEach((call, nth) => this.note(call, answers[nth] as Answer, 'at once '));
    const view = await this.look();
    let closest: Outcome | undefined;
    for (const outcome of this.outcomes(calls)) {
      if (isSame(outcome, { answers, view })) return mustBeSound();
      if (isSame(outcome.answers, answers)) closest ??= outcome;
    }
    // Compared with the closest outcome, so that the difference is readable.
    expect({ answers, view }).toEqual(closest ?? 'the outcome of some order');
  }

  private *outcomes(calls: readonly Call[]): Generator<Outcome> {
    const steps = calls.map((call, nth) => this.stepsOf(call).map((step) => ({ nth, step })));
    for (const order of inEveryOrder(steps))
      for (const hasLateForms of [false, true])
        yield outcomeOf(Object.assign(this.model.copy(), { hasLateForms }), order);
  }

  /** The steps of a call, between which others may come: a backfill handles each missed event by itself. */
  private stepsOf(call: Call): Call[] {
    if (call.do !== 'backfill') return [call];
    return [...this.model.missed.map((event) => ({ do: 'send webhook', event, as: 'original' }) as const), call];
  }

  private async look(): Promise<View> {
    await shop().app.get(CatalogChanges).settle();
    return this.real.view();
  }

  private note(call: Call, { status, is }: Answer, how = ''): void {
    const { do: what, ...details } = call;
    this.log.push(`${how}${what} ${JSON.stringify(details)} -> ${status}${is === undefined ? '' : `, it is ${is}`}`);
  }
}

interface Outcome {
  answers: Answer[];
  view: View;
}

/** A step of the call with this place. */
interface Step {
  nth: number;
  step: Call;
}

/** The outcome of steps in this order; a call's answer is that of its last step. @param model is changed by it */
function outcomeOf(model: ShopModel, order: readonly Step[]): Outcome {
  const answers: Answer[] = [];
  for (const { nth, step } of order) answers[nth] = model.answer(step);
  return { answers, view: model.view() };
}

/** All interleavings of several rows of steps. */
function* inEveryOrder(rows: readonly (readonly Step[])[]): Generator<Step[]> {
  if (rows.every((row) => row.length === 0)) yield [];
  for (const [first, ...others] of rows) {
    if (!first) continue;
    for (const rest of inEveryOrder(rows.map((row) => (row[0] === first ? others : row)))) yield [first, ...rest];
  }
}

/** Compares as JSON: a missing field equals an undefined one. */
function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((value): unknown => JSON.parse(JSON.stringify(value)));
  return isDeepStrictEqual(a, b);
}

/** Forgets all goods, orders and money. */
async function resetBooks(): Promise<void> {
  runsSinceReset = 0;
  await asOwner(`
    SET LOCAL session_replication_role = replica;
    TRUNCATE products, orders, coupons, payment_intents, transfers, wallet_transactions, stock_movements, webhook_events,
      idempotency_keys, sandbox.payment_intents, sandbox.events, sandbox.responses CASCADE;
    DELETE FROM accounts WHERE kind = 'wallet';
    UPDATE accounts SET balance = 0`);
}
