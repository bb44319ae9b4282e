import { isDeepStrictEqual } from 'node:util';
import { CatalogChanges } from '../../../src/platform/http-cache/catalog-changes.js';
import { SandboxWebhooks } from '../../../src/payments/sandbox/sandbox-webhooks.service.js';
import { asOwner, shop } from '../../support/client.js';
import { mustBeSound } from '../../support/ledger.js';
import type { Answer, Call, View } from './calls.js';
import { RealShop } from './real-shop.js';
import { ShopModel } from './shop-model.js';

/** So that the ledger's check, which reads everything, does not become slower and slower. */
const TRIALS_UNTIL_EMPTIED = 50;

let trialsInBooks = 0;

/** Keeps the provider's events back: they come when a test sends them, late, twice or out of order. */
export function holdProviderEvents(): void {
  jest.spyOn(SandboxWebhooks.prototype, 'wake').mockReturnValue();
}

/** The real shop and the model of it, asked the same. */
export class Trial {
  /** What was asked and answered, for whoever reads of a difference. */
  private readonly told: string[] = [];

  private constructor(
    readonly real: RealShop,
    readonly model: ShopModel,
  ) {}

  /** Runs in a small world of its own; an error tells what was asked until then. */
  static async run(act: (trial: Trial) => Promise<void>): Promise<void> {
    if (trialsInBooks >= TRIALS_UNTIL_EMPTIED) await emptyBooks();
    trialsInBooks += 1;
    const trial = new Trial(await RealShop.open(), new ShopModel());
    try {
      await act(trial);
    } catch (error) {
      // What this one broke, the next must not find.
      trialsInBooks = TRIALS_UNTIL_EMPTIED;
      throw new Error(`After\n  ${trial.told.join('\n  ')}\n\n${(error as Error).message}`, { cause: error });
    } finally {
      await trial.real.close();
    }
  }

  /** Asks both, which must answer the same. */
  async ask(call: Call): Promise<void> {
    const expected = this.model.answer(call);
    const answer = await this.real.send(call);
    this.tell(call, answer);
    expect(answer).toEqual(expected);
    await mustBeSound();
  }

  /** Everything that can be looked at must be the same, and the books sound. */
  async mustLookAlike(): Promise<void> {
    expect(await this.look()).toEqual(this.model.view());
    await mustBeSound();
  }

  /** Asks the real shop all of this at once. It must answer, and look afterwards, as if it had come in some order. */
  async askAtOnce(calls: readonly Call[]): Promise<void> {
    for (const call of calls) await this.real.prepare(call);
    const answers = await Promise.all(calls.map((call) => this.real.send(call)));
    calls.forEach((call, nth) => this.tell(call, answers[nth] as Answer, 'at once '));
    const view = await this.look();
    let likest: Outcome | undefined;
    for (const outcome of this.outcomes(calls)) {
      if (isSame(outcome, { answers, view })) return mustBeSound();
      if (isSame(outcome.answers, answers)) likest ??= outcome;
    }
    // The likest, so that the difference can be read.
    expect({ answers, view }).toEqual(likest ?? 'what comes of some order');
  }

  private *outcomes(calls: readonly Call[]): Generator<Outcome> {
    const steps = calls.map((call, nth) => this.stepsOf(call).map((step) => ({ nth, step })));
    for (const order of inEveryOrder(steps))
      for (const hasLateForms of [false, true])
        yield outcomeOf(Object.assign(this.model.copy(), { hasLateForms }), order);
  }

  /** What a call does one thing after the other, so that others may come in between: who reads events hears of each by itself. */
  private stepsOf(call: Call): Call[] {
    if (call.do !== 'read events') return [call];
    return [...this.model.lost.map((event) => ({ do: 'tell', event, as: 'it is' }) as const), call];
  }

  private async look(): Promise<View> {
    await shop().app.get(CatalogChanges).settle();
    return this.real.view();
  }

  private tell(call: Call, { status, is }: Answer, how = ''): void {
    const { do: what, ...details } = call;
    this.told.push(`${how}${what} ${JSON.stringify(details)} -> ${status}${is === undefined ? '' : `, it is ${is}`}`);
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

/** What comes of steps that are made in this order; a call answers with its last. @param model is changed by it */
function outcomeOf(model: ShopModel, order: readonly Step[]): Outcome {
  const answers: Answer[] = [];
  for (const { nth, step } of order) answers[nth] = model.answer(step);
  return { answers, view: model.view() };
}

/** All orders in which several rows of steps can be made, each in its own order. */
function* inEveryOrder(rows: readonly (readonly Step[])[]): Generator<Step[]> {
  if (rows.every((row) => row.length === 0)) yield [];
  for (const [first, ...others] of rows) {
    if (!first) continue;
    for (const rest of inEveryOrder(rows.map((row) => (row[0] === first ? others : row)))) yield [first, ...rest];
  }
}

/** As JSON says it: a field that is left out is one that is undefined. */
function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((value): unknown => JSON.parse(JSON.stringify(value)));
  return isDeepStrictEqual(a, b);
}

/** Forgets all goods, orders and money. */
async function emptyBooks(): Promise<void> {
  trialsInBooks = 0;
  await asOwner(`
    SET LOCAL session_replication_role = replica;
    TRUNCATE products, orders, coupons, payment_intents, transfers, wallet_transactions, stock_movements, webhook_events,
      idempotency_keys, sandbox.payment_intents, sandbox.events, sandbox.responses CASCADE;
    DELETE FROM accounts WHERE kind = 'wallet';
    UPDATE accounts SET balance = 0`);
}
