const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Attempts to deliver one webhook. */
export const MAX_WEBHOOK_ATTEMPTS = 10;

/**
 * Seconds between the attempts: a minute, then three times as long each time, a day at most. The last attempt comes 66 hours after the
 * first one.
 */
export const WEBHOOK_DELAYS: readonly number[] = Array.from({ length: MAX_WEBHOOK_ATTEMPTS - 1 }, (_, nth) =>
  Math.min(MINUTE * 3 ** nth, DAY),
);

/** An endpoint that fails this long without one success is switched off. */
export const DISABLE_AFTER_HOURS = 48;
