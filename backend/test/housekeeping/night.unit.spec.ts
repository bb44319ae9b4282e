import { isDue, nightOf } from '../../src/housekeeping/night.js';

/** A time of the shop's clock, which is seven hours ahead of UTC. */
const at = (time: string) => new Date(`${time}:00+07:00`);

test.each([
  ['2026-03-02T02:00', 2, '2026-03-02'],
  ['2026-03-02T01:59', 2, '2026-03-01'],
  ['2026-03-02T00:00', 0, '2026-03-02'],
  ['2026-03-01T23:59', 23, '2026-03-01'],
  ['2026-03-01T22:59', 23, '2026-02-28'],
])('%s with nights from %i on belongs to the night of %s', (time, hour, night) => {
  expect(nightOf(at(time), hour)).toBe(night);
});

test.each([
  ['begins at the hour', '2026-03-02T02:00', '2026-03-01', true],
  ['does not begin before it', '2026-03-02T01:59', '2026-02-28', false],
  ['begins within four hours', '2026-03-02T05:59', '2026-03-01', true],
  ['waits for the next night after them', '2026-03-02T06:00', '2026-03-01', false],
  ['happens once a night', '2026-03-02T03:00', '2026-03-02', false],
  ['catches up by day after two missed nights', '2026-03-02T12:00', '2026-02-28', true],
  ['does nothing when the clock went back some days', '2026-03-02T03:00', '2026-03-05', false],
  ['happens when the last one is of a time that is far ahead', '2026-03-02T03:00', '2027-03-02', true],
  ['waits for the night then too', '2026-03-02T12:00', '2027-03-02', false],
])('a run %s', (_rule, time, lastNight, due) => {
  expect(isDue(at(time), 2, lastNight)).toBe(due);
});

test('a night that begins before midnight ends on the next day', () => {
  expect(isDue(at('2026-03-02T23:00'), 23, '2026-03-01')).toBe(true);
  expect(isDue(at('2026-03-03T02:59'), 23, '2026-03-01')).toBe(true);
  expect(isDue(at('2026-03-03T03:00'), 23, '2026-03-01')).toBe(false);
});
