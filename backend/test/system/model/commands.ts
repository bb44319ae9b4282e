import fc from 'fast-check';
import {
  NO_PRODUCT,
  NO_VARIANT,
  THINGS,
  type Call,
  type Card,
  type CouponTerms,
  type Evidence,
  type Line,
} from './calls.js';
import type { ShopModel } from './shop-model.js';
import type { Runner } from './runner.js';

type Calls = Generator<Call, void, void>;

/** A step of a shopper, the shop or the provider: a few calls, one after the other. */
export class Command implements fc.AsyncCommand<Pick<Runner, 'model'>, Runner> {
  constructor(
    private readonly name: string,
    readonly calls: (model: ShopModel) => Calls,
    private readonly isPossible: (model: ShopModel) => boolean = () => true,
  ) {}

  check({ model }: Pick<Runner, 'model'>): boolean {
    return this.isPossible(model);
  }

  async run({ model }: Pick<Runner, 'model'>, runner: Runner): Promise<void> {
    for (const call of this.calls(model)) await runner.send(call);
  }

  toString(): string {
    return this.name;
  }
}

const hasIntents = (model: ShopModel) => model.intents.length > 0;

// Which one: counted from the latest, so that a number means much the same in a shorter sequence.
const which = fc.nat({ max: 3 });
const latest = (count: number, nth: number) => (count === 0 ? -1 : count - 1 - (nth % count));

/** Mostly an order that the call fits, else any. */
const pick = fc.record({ nth: which, isFitting: fc.constantFrom(true, true, true, true, false) });
interface Choice {
  nth: number;
  isFitting: boolean;
}
type Order = ShopModel['orders'][number];
type IsFit = (order: Order, model: ShopModel) => boolean;

function orderFor(model: ShopModel, { nth, isFitting }: Choice, isFit: IsFit): number {
  const among = model.orders.filter((order) => !isFitting || isFit(order, model));
  return model.orders.indexOf(among[latest(among.length, nth)] as Order);
}

/** Whether there is one to pick. */
const orders =
  ({ isFitting }: Choice, isFit: IsFit) =>
  (model: ShopModel) =>
    model.orders.some((order) => !isFitting || isFit(order, model));

const isUnpaid = ({ isPaid, isCancelled }: Order) => !isPaid && !isCancelled;
const hasForm: IsFit = (order, { orders, intents }) => intents.some((one) => one.order === orders.indexOf(order));
const isKept = ({ isPaid, isRefunded }: Order) => isPaid && !isRefunded;

const FIT = {
  'pay from wallet': isUnpaid,
  'ask for card form': isUnpaid,
  cancel: isUnpaid,
  expire: isUnpaid,
  send: (order) => isKept(order) && !order.isDelivered,
  'undo send': (order) => order.isSent && !order.isDelivered,
  deliver: (order) => (isKept(order) || order.isSent) && !order.isDelivered,
  'request refund': (order) => isKept(order) && order.request === 'none',
  approve: ({ request }) => request === 'pending',
  reject: ({ request }) => request === 'pending',
  'delete request': ({ request }) => request !== 'none',
  'refund by shop': (order) => isKept(order) && order.request !== 'pending',
} satisfies Record<string, IsFit>;

/** The caller: the order's buyer, or now and then the other shopper. */
const isStranger = fc.integer({ min: 0, max: 9 }).map((n) => n === 9);
const callerOf = (model: ShopModel, order: number, isStranger: boolean) => {
  const buyer = model.orders[order]?.by ?? 0;
  return isStranger ? 1 - buyer : buyer;
};

// The first, who has money from the beginning, more often.
const by = fc.constantFrom(0, 0, 1);
const coupon = fc.nat({ max: 1 });
const key = fc.option(fc.constantFrom('first', 'second'), { freq: 2 });
const card = fc.constantFrom<Card[]>(
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa_chargeDeclined',
  'pm_card_chargeDeclinedInsufficientFunds',
);
const amount = fc.constantFrom(9_999, 10_000, 600_000, 3_000_000, 90_000_000, 100_000_000);

const line: fc.Arbitrary<Line> = fc.record({
  thing: fc.oneof(
    { weight: 20, arbitrary: fc.nat({ max: THINGS.length - 2 }) },
    { weight: 3, arbitrary: fc.constant(THINGS.length - 1) },
    { weight: 1, arbitrary: fc.constantFrom(NO_VARIANT, NO_PRODUCT) },
  ),
  qty: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(1, 1, 1, 2, 4) },
    { weight: 1, arbitrary: fc.constantFrom(0, 999, 1_000) },
  ),
});

const terms: fc.Arbitrary<CouponTerms> = fc.record({
  discount: fc.constantFrom(1, 50_000, 90_000_000),
  min: fc.constantFrom(0, 525_000, 525_001, 1_000_000),
  usageLimit: fc.constantFrom(null, 1, 2),
  perUserLimit: fc.constantFrom(null, 1, 2),
  state: fc.constantFrom<CouponTerms['state'][]>('holds', 'holds', 'holds', 'off', 'ended', 'not yet'),
});

const place = fc
  .record({
    by,
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    coupon: fc.option(coupon, { freq: 2 }),
    slip: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1, -1),
    key,
  })
  .map(
    ({ slip, ...order }) =>
      new Command('place', function* (model) {
        yield { do: 'place', ...order, total: model.total(order.by, order.lines, order.coupon) + slip };
      }),
  );

const buy = fc.record({ by, thing: fc.nat({ max: 2 }), coupon: fc.option(coupon, { freq: 3 }) }).map(
  ({ by, thing, coupon }) =>
    new Command('buy', function* (model) {
      const lines = [{ thing, qty: 1 }];
      const placed = model.orders.length;
      yield { do: 'place', by, lines, coupon, total: model.total(by, lines, coupon), key: null };
      if (model.orders.length > placed) yield { do: 'pay from wallet', by, order: placed, key: null };
    }),
);

const deposit = fc.record({ by, amount, key }).map(
  (wish) =>
    new Command('deposit', function* () {
      yield { do: 'deposit', ...wish };
    }),
);

const topUp = fc.record({ by, amount, key }).map(
  (wish) =>
    new Command('top up', function* (model) {
      yield { do: 'deposit', ...wish };
      const intent = model.intents.length - 1;
      if (intent < 0) return;
      yield { do: 'charge card', intent, card: 'pm_card_visa' };
      yield { do: 'confirm deposit', by: wish.by, intent };
    }),
);

const confirmDeposit = fc.record({ by, which }).map(
  ({ by, which }) =>
    new Command(
      'confirm deposit',
      function* (model) {
        yield { do: 'confirm deposit', by, intent: latest(model.intents.length, which) };
      },
      hasIntents,
    ),
);

const chargeCard = fc.record({ which, card }).map(
  ({ which, card }) =>
    new Command(
      'charge card',
      function* (model) {
        yield { do: 'charge card', intent: latest(model.intents.length, which), card };
      },
      hasIntents,
    ),
);

const payByCard = fc.record({ pick, card }).map(
  ({ pick, card }) =>
    new Command(
      'pay by card',
      function* (model) {
        const order = orderFor(model, pick, isUnpaid);
        const by = callerOf(model, order, false);
        yield { do: 'ask for card form', by, order };
        const intent = model.intents.findIndex((one) => one.order === order);
        if (intent === -1) return;
        yield { do: 'charge card', intent, card };
        yield { do: 'confirm card', by, order, intent };
      },
      orders(pick, isUnpaid),
    ),
);

const confirmCard = fc.record({ pick, isStranger, other: which }).map(
  ({ pick, isStranger, other }) =>
    new Command(
      'confirm card',
      function* (model) {
        const order = orderFor(model, pick, hasForm);
        const own = model.intents.findIndex((one) => one.order === order);
        const intent = own === -1 ? latest(model.intents.length, other) : own;
        yield { do: 'confirm card', by: callerOf(model, order, isStranger), order, intent };
      },
      orders(pick, hasForm),
    ),
);

const sendWebhook = fc
  .record({ which: fc.nat({ max: 9 }), as: fc.constantFrom('original', 'original', 'copy', 'forged') })
  .map(
    ({ which, as }) =>
      new Command(
        'send webhook',
        function* (model) {
          const event = model.events[latest(model.events.length, which)];
          if (event) yield { do: 'send webhook', event, as };
        },
        (model) => model.events.length > 0,
      ),
  );

/** Calls of a buyer, or of a stranger, about an order. */
const ofBuyers = fc
  .record({
    what: fc.constantFrom(
      ...([
        'pay from wallet',
        'pay from wallet',
        'request refund',
        'request refund',
        'ask for card form',
        'cancel',
      ] as const),
    ),
    pick,
    isStranger,
    key,
    reason: fc.constantFrom('Chật', 'Chật', 'Chật', 'Chật', '  '),
  })
  .map(
    ({ what, pick, isStranger, key, reason }) =>
      new Command(
        what,
        function* (model) {
          const order = orderFor(model, pick, FIT[what]);
          const by = callerOf(model, order, isStranger);
          if (what === 'pay from wallet') yield { do: what, by, order, key };
          else if (what === 'request refund') yield { do: what, by, order, key, reason };
          else yield { do: what, by, order };
        },
        orders(pick, FIT[what]),
      ),
  );

/** Calls of an administrator about an order, and its expiry. */
const ofTheShop = fc
  .record({
    what: fc.constantFrom(
      ...(['send', 'send', 'undo send', 'deliver', 'deliver'] as const),
      ...(['approve', 'approve', 'approve', 'reject', 'delete request', 'expire'] as const),
      'refund by shop',
    ),
    pick,
    isOverdue: fc.boolean(),
  })
  .map(
    ({ what, pick, isOverdue }) =>
      new Command(
        what,
        function* (model) {
          const order = orderFor(model, pick, FIT[what]);
          yield what === 'expire' ? { do: what, order, isOverdue } : { do: what, order };
        },
        orders(pick, FIT[what]),
      ),
  );

const getMoneyBack = fc
  .record({ pick, decision: fc.constantFrom(...(['approve', 'approve', 'reject', 'delete request'] as const)) })
  .map(
    ({ pick, decision }) =>
      new Command(
        'get money back',
        function* (model) {
          const order = orderFor(model, pick, FIT['request refund']);
          const by = callerOf(model, order, false);
          yield { do: 'request refund', by, order, key: null, reason: 'Chật' };
          yield { do: decision, order };
        },
        orders(pick, FIT['request refund']),
      ),
  );

/** A charge that was made, or now and then any intent. */
const hasCharged = (model: ShopModel) => model.intents.some(({ state }) => state === 'charged');
function chargeFor(model: ShopModel, { nth, isFitting }: Choice): number {
  const among = model.intents.filter(({ state }) => !isFitting || state === 'charged');
  return model.intents.indexOf(among[latest(among.length, nth)] as ShopModel['intents'][number]);
}

/** The webhook of the last event at the provider, unless it is lost. */
const isSent = fc.constantFrom(true, true, true, false);
function* webhook({ events }: ShopModel, isSent: boolean): Calls {
  const event = events.at(-1);
  if (event && isSent) yield { do: 'send webhook', event, as: 'original' };
}

const part = fc.constantFrom(null, null, 1, 90_000, 600_000);

const refundAtProvider = fc.record({ pick, amount: part, isSent }).map(
  ({ pick, amount, isSent }) =>
    new Command(
      'refund at provider',
      function* (model) {
        yield { do: 'refund at provider', intent: chargeFor(model, pick), amount };
        yield* webhook(model, isSent);
      },
      hasCharged,
    ),
);

const failRefund = fc.record({ which, isSent }).map(
  ({ which, isSent }) =>
    new Command(
      'fail refund',
      function* (model) {
        yield { do: 'fail refund', refund: latest(model.refunds.length, which) };
        yield* webhook(model, isSent);
      },
      ({ refunds }) => refunds.length > 0,
    ),
);

const dispute = fc.record({ pick, amount: part, isInquiry: fc.constantFrom(false, false, true), isSent }).map(
  ({ pick, amount, isInquiry, isSent }) =>
    new Command(
      'dispute',
      function* (model) {
        const intent = chargeFor(model, pick);
        // No dispute is about more than the charge.
        const charged = model.intents[intent]?.amount ?? 0;
        yield { do: 'dispute', intent, amount: amount && Math.min(amount, charged), isInquiry };
        yield* webhook(model, isSent);
      },
      hasCharged,
    ),
);

const decide = fc
  .record({
    which,
    evidence: fc.constantFrom<Evidence[]>('winning', 'losing', 'losing', 'escalate_inquiry'),
    isSent,
  })
  .map(
    ({ which, evidence, isSent }) =>
      new Command(
        'decide dispute',
        function* (model) {
          yield { do: 'decide dispute', dispute: latest(model.disputes.length, which), evidence };
          yield* webhook(model, isSent);
        },
        ({ disputes }) => disputes.length > 0,
      ),
  );

/** A deposit that is refunded to the card after it was spent. */
const spendThenRefund = fc.record({ by, isSent }).map(
  ({ by, isSent }) =>
    new Command('spend then refund', function* (model) {
      yield { do: 'deposit', by, amount: 600_000, key: null };
      const intent = model.intents.length - 1;
      if (intent < 0) return;
      yield { do: 'charge card', intent, card: 'pm_card_visa' };
      yield { do: 'confirm deposit', by, intent };
      const order = model.orders.length;
      const lines = [{ thing: 1, qty: 1 }];
      yield { do: 'place', by, lines, coupon: null, total: model.total(by, lines, null), key: null };
      if (model.orders.length > order) yield { do: 'pay from wallet', by, order, key: null };
      yield { do: 'refund at provider', intent, amount: null };
      yield* webhook(model, isSent);
    }),
);

const reconcile = fc.constant(
  new Command('reconcile', function* () {
    yield { do: 'reconcile' };
  }),
);

const backfill = fc.constant(
  new Command('backfill', function* () {
    yield { do: 'backfill' };
  }),
);

const ofCoupons = fc
  .record({
    what: fc.constantFrom('check coupon', 'save coupon', 'save coupon', 'delete coupon'),
    by,
    coupon,
    sum: fc.constantFrom(1, 524_999, 525_000, 2_000_000),
    terms,
  })
  .map(
    ({ what, by, coupon, sum, terms }) =>
      new Command(what, function* () {
        if (what === 'check coupon') yield { do: what, by, coupon, sum };
        else if (what === 'save coupon') yield { do: what, coupon, terms };
        else yield { do: what, coupon };
      }),
  );

const setWallet = fc.record({ of: by, isActive: fc.constantFrom(false, true, true, true) }).map(
  (wish) =>
    new Command('set wallet', function* () {
      yield { do: 'set wallet', ...wish };
    }),
);

const payFromLockedWallet = pick.map(
  (pick) =>
    new Command(
      'pay from locked wallet',
      function* (model) {
        const order = orderFor(model, pick, isUnpaid);
        const by = callerOf(model, order, false);
        yield { do: 'set wallet', of: by, isActive: false };
        yield { do: 'pay from wallet', by, order, key: null };
        yield { do: 'set wallet', of: by, isActive: true };
      },
      orders(pick, isUnpaid),
    ),
);

/** An account cannot be closed while money or goods are under way. */
const closeAccount = fc.constantFrom(0, 1).map(
  (of) =>
    new Command(
      'close account',
      function* () {
        yield { do: 'close account', of };
      },
      (model) => model.keepsOpen(of),
    ),
);

/** The last request that had a key is sent again with it. */
const again = fc.constant(
  new Command(
    'again',
    function* (model) {
      if (model.lastKeyed) yield model.lastKeyed;
    },
    (model) => model.lastKeyed !== null,
  ),
);

/** Any command, usual ones more often. */
export const anyCommand: fc.Arbitrary<Command> = fc.noBias(
  fc.oneof(
    { weight: 6, arbitrary: place },
    { weight: 5, arbitrary: buy },
    { weight: 8, arbitrary: ofBuyers },
    { weight: 6, arbitrary: ofTheShop },
    { weight: 4, arbitrary: getMoneyBack },
    { weight: 3, arbitrary: payByCard },
    { weight: 2, arbitrary: topUp },
    { weight: 1, arbitrary: deposit },
    { weight: 1, arbitrary: confirmDeposit },
    { weight: 2, arbitrary: chargeCard },
    { weight: 2, arbitrary: confirmCard },
    { weight: 3, arbitrary: sendWebhook },
    { weight: 1, arbitrary: reconcile },
    { weight: 1, arbitrary: backfill },
    { weight: 3, arbitrary: refundAtProvider },
    { weight: 1, arbitrary: failRefund },
    { weight: 2, arbitrary: dispute },
    { weight: 3, arbitrary: decide },
    { weight: 1, arbitrary: spendThenRefund },
    { weight: 2, arbitrary: ofCoupons },
    { weight: 1, arbitrary: setWallet },
    { weight: 1, arbitrary: payFromLockedWallet },
    { weight: 2, arbitrary: closeAccount },
    { weight: 1, arbitrary: again },
  ),
);
