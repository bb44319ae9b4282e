import fc from 'fast-check';
import { openShop } from '../../support/client.js';
import type { Call } from './calls.js';
import { TIMEOUT_MS, holds } from './holds.js';
import { isAboutChargebacks } from './provider-model.js';
import type { ShopModel } from './shop-model.js';
import { Runner } from './runner.js';
import { sendsNoEvents } from '../../support/payments/card.js';

// What one account may hold or do is not what is tested here.
openShop({ RATE_LIMIT: 'off' });
// A test sends them, late, twice or out of order.
sendsNoEvents();

const RUNS = 30;

/** Calls about the order 0, which the shopper 0 has placed; undefined while one makes no sense. */
const CALLS = {
  'pay from wallet': () => ({ do: 'pay from wallet', ...MINE, key: null }),
  'pay from wallet, again': () => ({ do: 'pay from wallet', ...MINE, key: 'again' }),
  'ask for card form': () => ({ do: 'ask for card form', ...MINE }),
  'charge card': (model) => its(model, (intent) => ({ do: 'charge card', intent, card: 'pm_card_visa' })),
  'confirm card': (model) => its(model, (intent) => ({ do: 'confirm card', ...MINE, intent })),
  'send webhook': ({ events: [event] }) => event && { do: 'send webhook', event, as: 'original' },
  'send webhook again': ({ events: [event] }) => event && { do: 'send webhook', event, as: 'copy' },
  'send chargeback webhook': ({ events }) =>
    last(events.filter(isAboutChargebacks), (event) => ({ do: 'send webhook', event, as: 'original' })),
  'send chargeback webhook again': ({ events }) =>
    last(events.filter(isAboutChargebacks), (event) => ({ do: 'send webhook', event, as: 'copy' })),
  refund: (model) => its(model, (intent) => ({ do: 'refund at provider', intent, amount: null })),
  'refund a part': (model) => its(model, (intent) => ({ do: 'refund at provider', intent, amount: 400_000 })),
  'fail refund': ({ refunds }) => last(refunds, (_, refund) => ({ do: 'fail refund', refund })),
  dispute: (model) => its(model, (intent) => ({ do: 'dispute', intent, amount: null, isInquiry: false })),
  'win dispute': ({ disputes }) =>
    last(disputes, (_, dispute) => ({ do: 'decide dispute', dispute, evidence: 'winning' })),
  'lose dispute': ({ disputes }) =>
    last(disputes, (_, dispute) => ({ do: 'decide dispute', dispute, evidence: 'losing' })),
  backfill: () => ({ do: 'backfill' }),
  reconcile: () => ({ do: 'reconcile' }),
  cancel: () => ({ do: 'cancel', ...MINE }),
  expire: () => ({ do: 'expire', order: 0, isOverdue: true }),
  send: () => ({ do: 'send', order: 0 }),
  'undo send': () => ({ do: 'undo send', order: 0 }),
  deliver: () => ({ do: 'deliver', order: 0 }),
  'request refund': () => ({ do: 'request refund', ...MINE, reason: 'Chật', key: null }),
  approve: () => ({ do: 'approve', order: 0 }),
  reject: () => ({ do: 'reject', order: 0 }),
  'refund by shop': () => ({ do: 'refund by shop', order: 0 }),
  'delete request': () => ({ do: 'delete request', order: 0 }),
  'lock wallet': () => ({ do: 'set wallet', of: 0, isActive: false }),
  /** The last pieces, and the coupon's only use, which the order 0 may hold or have given back. */
  'place another': (model) => place(model, 1),
} satisfies Record<string, (model: ShopModel) => Call | undefined>;
type CallName = keyof typeof CALLS;

const MINE = { by: 0, order: 0 };

const its = (model: ShopModel, make: (intent: number) => Call) => {
  const intent = model.intents.findIndex(({ order }) => order === 0);
  return intent === -1 ? undefined : make(intent);
};

function last<T>(of: readonly T[], make: (one: T, place: number) => Call): Call | undefined {
  const one = of.at(-1);
  return one && make(one, of.length - 1);
}

function place(model: ShopModel, by: number): Call {
  const lines = [{ thing: 2, qty: 2 }];
  return { do: 'place', by, lines, coupon: 0, total: model.total(by, lines, null) - 50_000, key: null };
}

/** The histories of the order before the concurrent calls. */
const STORIES: CallName[][] = [
  [],
  ['ask for card form'],
  ['ask for card form', 'charge card'],
  ['ask for card form', 'charge card', 'cancel'],
  ['ask for card form', 'charge card', 'pay from wallet'],
  ['ask for card form', 'pay from wallet'],
  ['pay from wallet', 'request refund'],
  ['pay from wallet', 'deliver', 'request refund'],
  ['pay from wallet', 'send', 'request refund'],
  ['pay from wallet', 'send', 'request refund', 'approve'],
  ['ask for card form', 'charge card', 'confirm card', 'send', 'refund', 'send chargeback webhook'],
  ['pay from wallet', 'request refund', 'reject'],
  ['pay from wallet', 'refund by shop'],
  ['ask for card form', 'charge card', 'confirm card', 'request refund'],
  ['ask for card form', 'charge card', 'refund'],
  ['ask for card form', 'charge card', 'confirm card', 'refund a part'],
  ['ask for card form', 'charge card', 'confirm card', 'request refund', 'refund'],
  ['ask for card form', 'charge card', 'confirm card', 'dispute', 'send chargeback webhook'],
  ['ask for card form', 'charge card', 'confirm card', 'request refund', 'dispute'],
  ['ask for card form', 'charge card', 'confirm card', 'request refund', 'dispute', 'send chargeback webhook'],
  ['ask for card form', 'charge card', 'cancel', 'confirm card', 'refund a part', 'send chargeback webhook'],
  // The wallet holds less than the chargeback.
  [
    'ask for card form',
    'charge card',
    'pay from wallet',
    'confirm card',
    'refund',
    'send chargeback webhook',
    'dispute',
    'request refund',
  ],
];

const anyCall = fc.constantFrom(...(Object.keys(CALLS) as CallName[]));

test(
  'concurrent calls about an order have the outcome of some sequential order',
  async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...STORIES),
      fc.array(anyCall, { minLength: 2, maxLength: 4 }),
      (story, atOnce) =>
        Runner.run(async (runner) => {
          const calls = (of: CallName[]) => of.flatMap((one) => CALLS[one](runner.model) ?? []);
          await runner.send(place(runner.model, 0));
          for (const one of story) for (const call of calls([one])) await runner.send(call);
          await runner.sendConcurrently(calls(atOnce));
        }),
    );
    await holds(property, RUNS);
  },
  TIMEOUT_MS,
);
