import { codeOf } from '../db/transaction.js';
import { ShopError } from './shop-error.js';

/** Somebody else holds what one of several things needs, or another of them does: it is to be done alone. */
export const BUSY = Symbol('busy');

/** What became of one of several things that were done together: an answer, a refusal of this one, or BUSY. */
export type Outcome<Answer> = Answer | ShopError | typeof BUSY;

export const isAnswer = <Answer extends object>(outcome: Outcome<Answer> | null | undefined): outcome is Answer =>
  typeof outcome === 'object' && outcome !== null && !(outcome instanceof ShopError);

/** What `act` gives, or what it refuses with. */
export function orRefusal<T>(act: () => T): T | ShopError {
  try {
    return act();
  } catch (error) {
    if (error instanceof ShopError) return error;
    throw error;
  }
}

interface Waiting<Ask, Answer> {
  ask: Ask;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** Whether nothing was done for certain: a refusal, or the database's. A broken connection may hide a commit. */
const isUndone = (error: unknown) => error instanceof ShopError || !/^(08|57|$)/.test(codeOf(error) ?? '');

/**
 * Does together what is asked for at the same time: while some are being done the next gather, and go as soon as those
 * are done. Many then share each statement and the commit, and one that comes alone does not wait.
 */
export class Together<Ask, Answer> {
  private waiting: Waiting<Ask, Answer>[] = [];
  private isRunning = false;

  /**
   * @param act does all that is asked, in one transaction: nothing is done when it throws. One thing is never BUSY
   * @param limits how many at most are done together, and after how many milliseconds the next no longer wait for those
   *   that are being done
   */
  constructor(
    private readonly act: (asks: Ask[]) => Promise<Outcome<Answer>[]>,
    private readonly limits = { most: 50, patience: 500 },
  ) {}

  /** Does one thing without waiting for others. @throws what `act` refuses it with, or throws */
  alone(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => void this.run([{ ask, resolve, reject }]));
  }

  /** @throws what `act` refuses this one with, or throws */
  ask(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ask, resolve, reject });
      // Not at once: what came with the same read of the sockets is about to ask too.
      if (this.waiting.length === 1) setImmediate(() => this.next());
    });
  }

  private next(): void {
    if (this.isRunning || this.waiting.length === 0) return;
    const batch = this.waiting.splice(0, this.limits.most);
    this.isRunning = true;
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      this.isRunning = false;
      this.next();
    };
    const patience = setTimeout(over, this.limits.patience);
    void this.run(batch).finally(() => {
      clearTimeout(patience);
      over();
    });
  }

  private async run(batch: Waiting<Ask, Answer>[]): Promise<void> {
    let outcomes: Outcome<Answer>[];
    try {
      outcomes = await this.act(batch.map(({ ask }) => ask));
    } catch (error) {
      // One of them may be the cause, and the others shall not suffer for it.
      const isForAll = batch.length === 1 || !isUndone(error);
      for (const one of batch) if (isForAll) one.reject(error);
      outcomes = isForAll ? [] : batch.map(() => BUSY);
    }
    const alone: Waiting<Ask, Answer>[] = [];
    outcomes.forEach((outcome, nth) => {
      const one = batch[nth];
      if (!one) return;
      if (outcome === BUSY) alone.push(one);
      else if (outcome instanceof ShopError) one.reject(outcome);
      else one.resolve(outcome);
    });
    for (const one of alone) void this.run([one]);
  }
}
