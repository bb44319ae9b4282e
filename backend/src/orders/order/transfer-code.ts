import { CODE_LETTERS, randomLetters } from '../../platform/secrets/random-letters.js';

const PREFIX = 'DH';
/** 60 bits: nobody types another order's code by mistake, and of a million orders no two have the same. */
const LENGTH = 12;

/**
 * Generates the text that a bank transfer for an order carries: `DH7K3QD0XW9RVM`. Capitals and digits alone, because banks
 * write descriptions in capitals and strip punctuation, and short enough for every bank.
 */
export const newTransferCode = (): string => PREFIX + randomLetters(LENGTH);

/** Every place where a code may begin: a look-ahead, because one attempt may begin within another. */
const CODE = new RegExp(`(?=(${PREFIX}[${CODE_LETTERS}]{${LENGTH}}))`, 'g');

/**
 * Finds what may be codes in a bank's description of a transfer, which may be in any case, cut into words or with the bank's own
 * words before and after.
 */
export function transferCodesIn(description: string): string[] {
  const letters = description.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return [...new Set([...letters.matchAll(CODE)].map(([, code]) => code!))];
}
