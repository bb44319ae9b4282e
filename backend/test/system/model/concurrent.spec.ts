import fc from 'fast-check';
import { openShop } from '../../support/client.js';
import type { Call } from './calls.js';
import { TIMEOUT_MS, holds } from './holds.js';
import { isAboutReturns } from './provider-model.js';
import type { ShopModel } from './shop-model.js';
import { Trial, holdProviderEvents } from './runner.js';

holdProviderEvents();
// What one account may hold or do is not what is tested here.
openShop({ RATE_LIMIT: 'off' });

const RUNS = 30;

/** What can be asked of the order 0, which the shopper 0 has placed; nothing for what makes no sense yet. */
const ASKED = {
  'pay from wallet': () => ({ do: 'pay from wallet', ...MINE, key: null }),
  'pay from wallet, again': () => ({ do: 'pay from wallet', ...MINE, key: 'again' }),
  'ask for card form': () => ({ do: 'ask for card form', ...MINE }),
  'charge card': (model) => its(model, (intent) => ({ do: 'charge card', intent, card: 'pm_card_visa' })),
  'confirm card': (model) => its(model, (intent) => ({ do: 'confirm card', ...MINE, intent })),
  tell: ({ events: [event] }) => event && { do: 'tell', event, as: 'it is' },
  'tell again': ({ events: [event] }) => event && { do: 'tell', event, as: 'another event' },
  'tell of return': ({ events }) =>
    last(events.filter(isAboutReturns), (event) => ({ do: 'tell', event, as: 'it is' })),
  'tell of return again': ({ events }) =>
    last(events.filter(isAboutReturns), (event) => ({ do: 'tell', event, as: 'another event' })),
  refund: (model) => its(model, (intent) => ({ do: 'refund at provider', intent, amount: null })),
  'refund a part': (model) => its(model, (intent) => ({ do: 'refund at provider', intent, amount: 400_000 })),
  'fail refund': ({ refunds }) => last(refunds, (_, refund) => ({ do: 'fail refund', refund })),
  dispute: (model) => its(model, (intent) => ({ do: 'dispute', intent, amount: null, isInquiry: false })),
  'win dispute': ({ disputes }) =>
    last(disputes, (_, dispute) => ({ do: 'decide dispute', dispute, evidence: 'winning' })),
  'lose dispute': ({ disputes }) =>
    last(disputes, (_, dispute) => ({ do: 'decide dispute', dispute, evidence: 'losing' })),
  'read events': () => ({ do: 'read events' }),
  'ask provider': () => ({ do: 'ask provider' }),
  cancel: () => ({ do: 'cancel', ...MINE }),
  expire: () => ({ do: 'expire', order: 0, isOverdue: true }),
  deliver: () => ({ do: 'deliver', order: 0 }),
  'request refund': () => ({ do: 'request refund', ...MINE, reason: 'Chật', key: null }),
  approve: () => ({ do: 'approve', order: 0 }),
  reject: () => ({ do: 'reject', order: 0 }),
  'delete request': () => ({ do: 'delete request', order: 0 }),
  'lock wallet': () => ({ do: 'set wallet', of: 0, isActive: false }),
  /** The last pieces, and the coupon's only use, which the order 0 may hold or have given back. */
  'place another': (model) => place(model, 1),
} satisfies Record<string, (model: ShopModel) => Call | undefined>;
type Asked = keyof typeof ASKED;

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

/** How an order got where it is when it is asked so much at once. */
const STORIES: Asked[][] = [
  [],
  ['ask for card form'],
  ['ask for card form', 'charge card'],
  ['ask for card form', 'charge card', 'cancel'],
  ['ask for card form', 'charge card', 'pay from wallet'],
  ['ask for card form', 'pay from wallet'],
  ['pay from wallet', 'request refund'],
  ['pay from wallet', 'deliver', 'request refund'],
  ['pay from wallet', 'request refund', 'reject'],
  ['ask for card form', 'charge card', 'confirm card', 'request refund'],
  ['ask for card form', 'charge card', 'refund'],
  ['ask for card form', 'charge card', 'confirm card', 'refund a part'],
  ['ask for card form', 'charge card', 'confirm card', 'request refund', 'refund'],
  ['ask for card form', 'charge card', 'confirm card', 'dispute', 'tell of return'],
  ['ask for card form', 'charge card', 'confirm card', 'request refund', 'dispute'],
  ['ask for card form', 'charge card', 'confirm card', 'request refund', 'dispute', 'tell of return'],
  ['ask for card form', 'charge card', 'cancel', 'confirm card', 'refund a part', 'tell of return'],
  // The wallet holds less than what is taken back.
  [
    'ask for card form',
    'charge card',
    'pay from wallet',
    'confirm card',
    'refund',
    'tell of return',
    'dispute',
    'request refund',
  ],
];

const asked = fc.constantFrom(...(Object.keys(ASKED) as Asked[]));

test(
  'whatever is asked of an order at once, the outcome is that of some order one after the other',
  async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...STORIES),
      fc.array(asked, { minLength: 2, maxLength: 4 }),
      (story, atOnce) =>
        Trial.run(async (trial) => {
          const calls = (of: Asked[]) => of.flatMap((one) => ASKED[one](trial.model) ?? []);
          await trial.ask(place(trial.model, 0));
          for (const one of story) for (const call of calls([one])) await trial.ask(call);
          await trial.askAtOnce(calls(atOnce));
        }),
    );
    await holds(property, RUNS);
  },
  TIMEOUT_MS,
);
