import {
  DEFAULT_DELIVERY,
  deliveryDays,
  wayTo,
  type DeliveryRules,
  type DeliveryZone,
} from '../../../src/contract/orders/delivery-rules.js';
import { SHOP_TIME_ZONE, shopDay } from '../../../src/contract/shop-day.js';

/** One working day in the shop, one to four on the way; 15:00 ends the day, and weekends are closed. */
const rules = (changed: Partial<DeliveryRules> = {}): DeliveryRules => ({
  handling_days: 1,
  min_days: 1,
  max_days: 4,
  cutoff_hour: 15,
  closed_weekdays: [6, 7],
  ...changed,
});

const days = (at: string, changed?: Partial<DeliveryRules>) => {
  const { from, to } = deliveryDays(at, rules(changed), null);
  return `${from} ${to}`;
};

describe('delivery days', () => {
  test.each([
    ['a day before its last hour counts', 'Wednesday', '2026-11-25T14:59:59+07:00', '2026-11-27 2026-12-02'],
    ['from the last hour on, the next day counts', 'Wednesday', '2026-11-25T15:00:00+07:00', '2026-11-30 2026-12-03'],
    ['midnight begins the next day', 'Thursday', '2026-11-26T00:00:00+07:00', '2026-11-30 2026-12-03'],
    [
      'after the last hour of a week, the next week counts',
      'Friday',
      '2026-11-27T15:00:00+07:00',
      '2026-12-02 2026-12-07',
    ],
    ['a closed day is the next working day', 'Saturday', '2026-11-28T09:00:00+07:00', '2026-12-02 2026-12-07'],
    ['its last hour does not count twice', 'Sunday', '2026-11-29T23:00:00+07:00', '2026-12-02 2026-12-07'],
    ['the last day of a year', 'Thursday', '2026-12-31T10:00:00+07:00', '2027-01-04 2027-01-07'],
    ['the last hour of a year', 'Thursday', '2026-12-31T23:59:59+07:00', '2027-01-05 2027-01-08'],
    ['a leap day is counted', 'Thursday', '2028-02-24T10:00:00+07:00', '2028-02-28 2028-03-02'],
    ['a common February', 'Thursday', '2027-02-25T10:00:00+07:00', '2027-03-01 2027-03-04'],
  ])('%s (%s %s)', (_, weekday, at, expected) => {
    const name = new Date(at).toLocaleDateString('en', { weekday: 'long', timeZone: SHOP_TIME_ZONE });
    expect(name).toBe(weekday);
    expect(days(at)).toBe(expected);
  });

  test('leave out public holidays, whether they fall on the day of the order, its handling or its way', () => {
    const closed_dates = ['2026-11-26', '2026-12-01'];
    expect(days('2026-11-25T10:00:00+07:00', { closed_dates })).toBe('2026-11-30 2026-12-04');
    expect(days('2026-11-26T10:00:00+07:00', { closed_dates })).toBe('2026-12-02 2026-12-07');
    expect(days('2026-11-26T23:00:00+07:00', { closed_dates })).toBe('2026-12-02 2026-12-07');
  });

  test('count in the time of Vietnam, wherever the clock that gives the time is', () => {
    expect(days('2026-11-25T18:30:00Z')).toBe(days('2026-11-26T01:30:00+07:00'));
    expect(days('2026-11-25T07:59:00Z')).toBe(days('2026-11-25T00:00:00+07:00'));
  });

  test('count every day where none is closed', () => {
    expect(days('2026-11-27T10:00:00+07:00', { closed_weekdays: [] })).toBe('2026-11-29 2026-12-02');
  });

  test('count the one open day of each week', () => {
    expect(days('2026-11-25T10:00:00+07:00', { closed_weekdays: [1, 2, 3, 4, 5, 6] })).toBe('2026-12-13 2027-01-03');
  });

  test('may be the same day, unless it is too late', () => {
    const fast = { handling_days: 0, min_days: 0, max_days: 0, closed_weekdays: [] };
    expect(days('2026-11-25T14:59:00+07:00', fast)).toBe('2026-11-25 2026-11-25');
    expect(days('2026-11-25T15:00:00+07:00', fast)).toBe('2026-11-26 2026-11-26');
    expect(days('2026-11-25T23:59:00+07:00', { ...fast, cutoff_hour: 24 })).toBe('2026-11-25 2026-11-25');
    expect(days('2026-11-25T00:00:00+07:00', { ...fast, cutoff_hour: 0 })).toBe('2026-11-26 2026-11-26');
  });

  test('of a new shop are 2 to 5 working days, as its questions and terms say', () => {
    const { handling_days, min_days, max_days } = DEFAULT_DELIVERY;
    expect([handling_days + min_days, handling_days + max_days]).toEqual([2, 5]);
  });

  test('begin with the day that a calendar shows in Vietnam', () => {
    const sameDay = rules({ handling_days: 0, min_days: 0, max_days: 0, cutoff_hour: 24, closed_weekdays: [] });
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_TIME_ZONE });
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2029, 0, 1); at += 11 * 3_600_000 + 7) {
      expect(deliveryDays(new Date(at).toISOString(), sameDay, null).from).toBe(calendar.format(at));
      expect(shopDay(new Date(at))).toBe(calendar.format(at));
    }
  });
});

describe('the way to a province', () => {
  const zones: DeliveryZone[] = [
    { name: 'Hà Nội', provinces: ['Hà Nội'], min_days: 0, max_days: 1 },
    { name: 'Miền núi', provinces: ['Lai Châu', 'Điện Biên'], min_days: 5, max_days: 9 },
  ];

  test.each([
    ['its zone', 'Hà Nội', [0, 1]],
    ['its zone, however it is written', 'tp ha noi', [0, 1]],
    ['the second zone', 'Điện Biên', [5, 9]],
    ['the rest, for a province in no zone', 'Cà Mau', [1, 4]],
    ['the widest, for a place that is no province', 'Paris', [0, 9]],
    ['the widest, for an address that is not known', null, [0, 9]],
    ['the widest, for an empty address', '', [0, 9]],
  ])('is that of %s (%s)', (_, city, way) => {
    const { min_days, max_days } = wayTo(city, rules({ zones }));
    expect([min_days, max_days]).toEqual(way);
  });

  test('that a merger has moved is that of the province which took it in', () => {
    const south = [{ name: 'Sài Gòn', provinces: ['TP. Hồ Chí Minh'], min_days: 2, max_days: 2 }];
    expect(wayTo('Bình Dương', rules({ zones: south }))).toMatchObject({ min_days: 2, max_days: 2 });
  });

  test('is the one of all without zones, as in older settings', () => {
    expect(wayTo('Hà Nội', rules())).toMatchObject({ min_days: 1, max_days: 4 });
    expect(days('2026-11-25T10:00:00+07:00', { zones: [] })).toBe(days('2026-11-25T10:00:00+07:00'));
  });

  test('decides the days', () => {
    const to = (city: string | null) => deliveryDays('2026-11-25T10:00:00+07:00', rules({ zones }), city);
    expect(to('Hà Nội')).toEqual({ from: '2026-11-26', to: '2026-11-27' });
    expect(to('Huế')).toEqual({ from: '2026-11-27', to: '2026-12-02' });
    expect(to(null)).toEqual({ from: '2026-11-26', to: '2026-12-09' });
  });
});

describe('a change of the rules', () => {
  const paid = '2026-11-25T10:00:00+07:00';
  const changed = (...earlier: DeliveryRules['earlier'] & object) => days(paid, { min_days: 3, max_days: 9, earlier });

  test('leaves the days of an order that was paid before it', () => {
    expect(changed({ until: '2026-11-25T03:00:01.000Z', min_days: 1, max_days: 4 })).toBe(days(paid));
  });

  test('counts for an order that is paid at its very time or later', () => {
    const now = changed();
    expect(changed({ until: '2026-11-25T03:00:00.000Z', min_days: 1, max_days: 4 })).toBe(now);
    expect(now).not.toBe(days(paid));
  });

  test('gives back what the first change after the payment replaced', () => {
    expect(
      changed(
        { until: '2026-11-24T00:00:00.000Z', min_days: 60 },
        { until: '2026-11-26T00:00:00.000Z', min_days: 1 },
        { until: '2026-11-27T00:00:00.000Z', min_days: 50, max_days: 4 },
      ),
    ).toBe(days(paid));
  });

  test('of zones does not change the days of orders paid before it', () => {
    const zones = [{ name: 'Huế', provinces: ['Huế'], min_days: 0, max_days: 0 }];
    const now = rules({ zones, earlier: [{ until: '2026-11-26T00:00:00.000Z', zones: [] }] });
    expect(deliveryDays(paid, now, 'Huế')).toEqual(deliveryDays(paid, rules(), 'Huế'));
    expect(deliveryDays('2026-11-26T00:00:00.000Z', now, 'Huế').to).toBe('2026-11-27');
  });
});
