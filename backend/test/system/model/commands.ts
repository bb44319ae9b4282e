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
import type { Trial } from './runner.js';

type Calls = Generator<Call, void, void>;

/** Something that people do: some calls, each made when the one before it was answered. */
export class Move implements fc.AsyncCommand<Pick<Trial, 'model'>, Trial> {
  constructor(
    private readonly name: string,
    readonly calls: (model: ShopModel) => Calls,
    private readonly isPossible: (model: ShopModel) => boolean = () => true,
  ) {}

  check({ model }: Pick<Trial, 'model'>): boolean {
    return this.isPossible(model);
  }

  async run({ model }: Pick<Trial, 'model'>, trial: Trial): Promise<void> {
    for (const call of this.calls(model)) await trial.ask(call);
  }

  toString(): string {
    return this.name;
  }
}

const hasIntents = (model: ShopModel) => model.intents.length > 0;

// Which one: counted from the latest, so that a number means much the same in a shorter sequence.
const which = fc.nat({ max: 3 });
const latest = (count: number, nth: number) => (count === 0 ? -1 : count - 1 - (nth % count));

/** Mostly one that it makes sense for, else any. */
const pick = fc.record({ nth: which, isApt: fc.constantFrom(true, true, true, true, false) });
interface Choice {
  nth: number;
  isApt: boolean;
}
type Order = ShopModel['orders'][number];
type IsFit = (order: Order, model: ShopModel) => boolean;

function orderFor(model: ShopModel, { nth, isApt }: Choice, isFit: IsFit): number {
  const among = model.orders.filter((order) => !isApt || isFit(order, model));
  return model.orders.indexOf(among[latest(among.length, nth)] as Order);
}

/** Whether there is one to pick. */
const orders =
  ({ isApt }: Choice, isFit: IsFit) =>
  (model: ShopModel) =>
    model.orders.some((order) => !isApt || isFit(order, model));

const isUnpaid = ({ isPaid, isCancelled }: Order) => !isPaid && !isCancelled;
const hasForm: IsFit = (order, { orders, intents }) => intents.some((one) => one.order === orders.indexOf(order));
const isKept = ({ isPaid, isRefunded }: Order) => isPaid && !isRefunded;

const FIT = {
  'pay from wallet': isUnpaid,
  'ask for card form': isUnpaid,
  cancel: isUnpaid,
  expire: isUnpaid,
  deliver: (order) => isKept(order) && !order.isDelivered,
  'request refund': (order) => isKept(order) && order.request === 'none',
  approve: ({ request }) => request === 'pending',
  reject: ({ request }) => request === 'pending',
  'delete request': ({ request }) => request !== 'none',
} satisfies Record<string, IsFit>;

/** Who asks: the order's buyer, or now and then the other one. */
const isStranger = fc.integer({ min: 0, max: 9 }).map((n) => n === 9);
const asker = (model: ShopModel, order: number, isStranger: boolean) => {
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
      new Move('place', function* (model) {
        yield { do: 'place', ...order, total: model.total(order.by, order.lines, order.coupon) + slip };
      }),
  );

const buy = fc.record({ by, thing: fc.nat({ max: 2 }), coupon: fc.option(coupon, { freq: 3 }) }).map(
  ({ by, thing, coupon }) =>
    new Move('buy', function* (model) {
      const lines = [{ thing, qty: 1 }];
      const placed = model.orders.length;
      yield { do: 'place', by, lines, coupon, total: model.total(by, lines, coupon), key: null };
      if (model.orders.length > placed) yield { do: 'pay from wallet', by, order: placed, key: null };
    }),
);

const deposit = fc.record({ by, amount, key }).map(
  (wish) =>
    new Move('deposit', function* () {
      yield { do: 'deposit', ...wish };
    }),
);

const topUp = fc.record({ by, amount, key }).map(
  (wish) =>
    new Move('top up', function* (model) {
      yield { do: 'deposit', ...wish };
      const intent = model.intents.length - 1;
      if (intent < 0) return;
      yield { do: 'charge card', intent, card: 'pm_card_visa' };
      yield { do: 'confirm deposit', by: wish.by, intent };
    }),
);

const confirmDeposit = fc.record({ by, which }).map(
  ({ by, which }) =>
    new Move(
      'confirm deposit',
      function* (model) {
        yield { do: 'confirm deposit', by, intent: latest(model.intents.length, which) };
      },
      hasIntents,
    ),
);

const chargeCard = fc.record({ which, card }).map(
  ({ which, card }) =>
    new Move(
      'charge card',
      function* (model) {
        yield { do: 'charge card', intent: latest(model.intents.length, which), card };
      },
      hasIntents,
    ),
);

const payByCard = fc.record({ pick, card }).map(
  ({ pick, card }) =>
    new Move(
      'pay by card',
      function* (model) {
        const order = orderFor(model, pick, isUnpaid);
        const by = asker(model, order, false);
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
    new Move(
      'confirm card',
      function* (model) {
        const order = orderFor(model, pick, hasForm);
        const own = model.intents.findIndex((one) => one.order === order);
        const intent = own === -1 ? latest(model.intents.length, other) : own;
        yield { do: 'confirm card', by: asker(model, order, isStranger), order, intent };
      },
      orders(pick, hasForm),
    ),
);

const tell = fc
  .record({ which: fc.nat({ max: 9 }), as: fc.constantFrom('it is', 'it is', 'another event', 'a forgery') })
  .map(
    ({ which, as }) =>
      new Move(
        'tell',
        function* (model) {
          const event = model.events[latest(model.events.length, which)];
          if (event) yield { do: 'tell', event, as };
        },
        (model) => model.events.length > 0,
      ),
  );

/** What a buyer, or a stranger, asks of an order. */
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
      new Move(
        what,
        function* (model) {
          const order = orderFor(model, pick, FIT[what]);
          const by = asker(model, order, isStranger);
          if (what === 'pay from wallet') yield { do: what, by, order, key };
          else if (what === 'request refund') yield { do: what, by, order, key, reason };
          else yield { do: what, by, order };
        },
        orders(pick, FIT[what]),
      ),
  );

/** What an administrator, or time, does to an order. */
const ofTheShop = fc
  .record({
    what: fc.constantFrom(
      ...(['deliver', 'deliver', 'approve', 'approve', 'approve', 'reject', 'delete request', 'expire'] as const),
    ),
    pick,
    isOverdue: fc.boolean(),
  })
  .map(
    ({ what, pick, isOverdue }) =>
      new Move(
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
      new Move(
        'get money back',
        function* (model) {
          const order = orderFor(model, pick, FIT['request refund']);
          const by = asker(model, order, false);
          yield { do: 'request refund', by, order, key: null, reason: 'Chật' };
          yield { do: decision, order };
        },
        orders(pick, FIT['request refund']),
      ),
  );

/** A charge that was made, or now and then any intent. */
const hasCharged = (model: ShopModel) => model.intents.some(({ state }) => state === 'charged');
function chargeFor(model: ShopModel, { nth, isApt }: Choice): number {
  const among = model.intents.filter(({ state }) => !isApt || state === 'charged');
  return model.intents.indexOf(among[latest(among.length, nth)] as ShopModel['intents'][number]);
}

/** What the shop learns of what happened last at the provider, if the event is not lost. */
const isTold = fc.constantFrom(true, true, true, false);
function* news({ events }: ShopModel, isTold: boolean): Calls {
  const event = events.at(-1);
  if (event && isTold) yield { do: 'tell', event, as: 'it is' };
}

const part = fc.constantFrom(null, null, 1, 90_000, 600_000);

const refundAtProvider = fc.record({ pick, amount: part, isTold }).map(
  ({ pick, amount, isTold }) =>
    new Move(
      'refund at provider',
      function* (model) {
        yield { do: 'refund at provider', intent: chargeFor(model, pick), amount };
        yield* news(model, isTold);
      },
      hasCharged,
    ),
);

const failRefund = fc.record({ which, isTold }).map(
  ({ which, isTold }) =>
    new Move(
      'fail refund',
      function* (model) {
        yield { do: 'fail refund', refund: latest(model.refunds.length, which) };
        yield* news(model, isTold);
      },
      ({ refunds }) => refunds.length > 0,
    ),
);

const dispute = fc.record({ pick, amount: part, isInquiry: fc.constantFrom(false, false, true), isTold }).map(
  ({ pick, amount, isInquiry, isTold }) =>
    new Move(
      'dispute',
      function* (model) {
        const intent = chargeFor(model, pick);
        // A part of more than the charge is none.
        const most = model.intents[intent]?.amount ?? 0;
        yield { do: 'dispute', intent, amount: amount && Math.min(amount, most), isInquiry };
        yield* news(model, isTold);
      },
      hasCharged,
    ),
);

const decide = fc
  .record({
    which,
    evidence: fc.constantFrom<Evidence[]>('winning', 'losing', 'losing', 'escalate_inquiry'),
    isTold,
  })
  .map(
    ({ which, evidence, isTold }) =>
      new Move(
        'decide dispute',
        function* (model) {
          yield { do: 'decide dispute', dispute: latest(model.disputes.length, which), evidence };
          yield* news(model, isTold);
        },
        ({ disputes }) => disputes.length > 0,
      ),
  );

/** Money that is spent when the card takes it back. */
const oweMoney = fc.record({ by, isTold }).map(
  ({ by, isTold }) =>
    new Move('owe money', function* (model) {
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
      yield* news(model, isTold);
    }),
);

const askProvider = fc.constant(
  new Move('ask provider', function* () {
    yield { do: 'ask provider' };
  }),
);

const readEvents = fc.constant(
  new Move('read events', function* () {
    yield { do: 'read events' };
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
      new Move(what, function* () {
        if (what === 'check coupon') yield { do: what, by, coupon, sum };
        else if (what === 'save coupon') yield { do: what, coupon, terms };
        else yield { do: what, coupon };
      }),
  );

const setWallet = fc.record({ of: by, isActive: fc.constantFrom(false, true, true, true) }).map(
  (wish) =>
    new Move('set wallet', function* () {
      yield { do: 'set wallet', ...wish };
    }),
);

const payFromLockedWallet = pick.map(
  (pick) =>
    new Move(
      'pay from locked wallet',
      function* (model) {
        const order = orderFor(model, pick, isUnpaid);
        const by = asker(model, order, false);
        yield { do: 'set wallet', of: by, isActive: false };
        yield { do: 'pay from wallet', by, order, key: null };
        yield { do: 'set wallet', of: by, isActive: true };
      },
      orders(pick, isUnpaid),
    ),
);

/** Somebody's account is to be closed, and is not: whatever was on its way still is. */
const closeAccount = fc.constantFrom(0, 1).map(
  (of) =>
    new Move(
      'close account',
      function* () {
        yield { do: 'close account', of };
      },
      (model) => model.keepsOpen(of),
    ),
);

/** The last request that had a key is sent again with it. */
const again = fc.constant(
  new Move(
    'again',
    function* (model) {
      if (model.lastKeyed) yield model.lastKeyed;
    },
    (model) => model.lastKeyed !== null,
  ),
);

/** Everything that may happen, the usual more often than the rest. */
export const anyMove: fc.Arbitrary<Move> = fc.noBias(
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
    { weight: 3, arbitrary: tell },
    { weight: 1, arbitrary: askProvider },
    { weight: 1, arbitrary: readEvents },
    { weight: 3, arbitrary: refundAtProvider },
    { weight: 1, arbitrary: failRefund },
    { weight: 2, arbitrary: dispute },
    { weight: 3, arbitrary: decide },
    { weight: 1, arbitrary: oweMoney },
    { weight: 2, arbitrary: ofCoupons },
    { weight: 1, arbitrary: setWallet },
    { weight: 1, arbitrary: payFromLockedWallet },
    { weight: 2, arbitrary: closeAccount },
    { weight: 1, arbitrary: again },
  ),
);
