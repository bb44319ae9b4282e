import type { Order } from 'contract/orders/orders';
import { failedWith, sentenceOf } from '~/api/http/client';
import { isDefinite } from '~/api/account/signed-once';
import { getOrder } from '~/api/orders/orders';
import { adminToast } from '~/components/admin/run-action';
import { untilSignedIn } from '~/components/admin/sign-in-again';
import { endSession } from '~/routing/guards';
import { bulkProgress } from './progress';

/** What became of each order of an action on several. */
export interface OrdersReport {
  /** As the action leaves them. */
  done: readonly number[];
  /** Those of `done` that were so before: an earlier answer was lost, or somebody else was faster. */
  before: readonly number[];
  refused: readonly { id: number; reason: string }[];
  /** Not tried, or tried without an answer. */
  unanswered: readonly number[];
  /** Why some have no answer; null when all have one. */
  failure: string | null;
}

interface OrdersAction {
  ids: readonly number[];
  act: (id: number) => Promise<unknown>;
  /** Whether an order that was refused is as the action would have left it. */
  isDone?: (order: Order) => boolean;
  /** The toast when all are done. */
  done: (report: OrdersReport) => string;
  /** Why some have no answer, if the server said nothing. */
  otherwise: string;
}

type Outcome = 'done' | 'before' | { reason: string };

/**
 * Does something with each of several orders, one after the other. A refusal is reported by order and does not stop the others; a
 * call without an answer does. Waits for the next sign-in when the session has ended, and goes on with the rest then.
 */
export async function runForOrders(request: Request, action: OrdersAction): Promise<OrdersReport> {
  const outcomes = new Map<number, Outcome>();
  let failure: string | null = null;
  try {
    await untilSignedIn(() => runRest(action, outcomes));
  } catch (error) {
    if (failedWith(error, 401)) throw endSession(request);
    failure = sentenceOf(error, action.otherwise);
  } finally {
    bulkProgress.set(null);
  }
  const report = reportOf(action.ids, outcomes, failure);
  if (isComplete(report)) adminToast(action.done(report));
  return report;
}

async function runRest({ ids, act, isDone }: OrdersAction, outcomes: Map<number, Outcome>) {
  for (const id of ids) {
    if (outcomes.has(id)) continue;
    bulkProgress.set({ done: outcomes.size, of: ids.length });
    outcomes.set(id, await outcomeOf(id, act, isDone));
  }
}

/** @throws what a call throws that has no answer, or whose session has ended */
async function outcomeOf(id: number, act: OrdersAction['act'], isDone: OrdersAction['isDone']): Promise<Outcome> {
  try {
    await act(id);
    return 'done';
  } catch (error) {
    if (!isDefinite(error)) throw error;
    return isDone && (await isAlready(id, isDone)) ? 'before' : { reason: error.detail };
  }
}

const isAlready = (id: number, isDone: (order: Order) => boolean) => getOrder(id).then(isDone, () => false);

function reportOf(
  ids: readonly number[],
  outcomes: ReadonlyMap<number, Outcome>,
  failure: string | null,
): OrdersReport {
  return {
    done: ids.filter((id) => typeof outcomes.get(id) === 'string'),
    before: ids.filter((id) => outcomes.get(id) === 'before'),
    refused: ids.flatMap((id) => {
      const outcome = outcomes.get(id);
      return typeof outcome === 'object' ? [{ id, reason: outcome.reason }] : [];
    }),
    unanswered: ids.filter((id) => !outcomes.has(id)),
    failure,
  };
}

export const isComplete = ({ refused, unanswered }: OrdersReport) => refused.length === 0 && unanswered.length === 0;

/** Names orders: `#31, #32`. */
export const numbersOf = (ids: readonly number[]) => ids.map((id) => `#${id}`).join(', ');
