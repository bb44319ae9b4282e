import { DISABLE_AFTER_HOURS, MAX_WEBHOOK_ATTEMPTS, WEBHOOK_DELAYS } from '../../src/webhooks/sending/backoff.js';

const HOUR = 3_600;

test('attempts come after a minute, then three times as long each time, a day at most', () => {
  expect(WEBHOOK_DELAYS.map((seconds) => seconds / 60)).toEqual([1, 3, 9, 27, 81, 243, 729, 1_440, 1_440]);
  expect(WEBHOOK_DELAYS).toHaveLength(MAX_WEBHOOK_ATTEMPTS - 1);
});

test('all attempts of a webhook take almost three days', () => {
  const hours = WEBHOOK_DELAYS.reduce((sum, delay) => sum + delay, 0) / HOUR;
  expect(hours).toBeGreaterThan(60);
  expect(hours).toBeLessThan(72);
});

test('an endpoint is switched off before its first webhook is given up, at its earliest', () => {
  const earliest = (0.9 * WEBHOOK_DELAYS.reduce((sum, delay) => sum + delay, 0)) / HOUR;
  expect(DISABLE_AFTER_HOURS).toBeLessThan(earliest);
});
