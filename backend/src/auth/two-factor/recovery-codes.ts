import { randomLetters } from '../../platform/secrets/random-letters.js';

const RECOVERY_CODES = 10;
const HALF = 5;

/** Generates ten recovery codes of 50 bits each: `7K3QD-0XW9R`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => `${randomLetters(HALF)}-${randomLetters(HALF)}`);
