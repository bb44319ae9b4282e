/** A whole number, plain or with the same separator before each three digits: `105.000`, `105,000`, `105 000`. */
const WHOLE = /^-?(\d+|\d{1,3}([.,\s])\d{3}(\2\d{3})*)$/;

/**
 * Removes the separators of a whole number. Decimals are no separators: `199.000,00` must not become 19.900.000.
 * @returns the number without separators; any other text trimmed, for the server to refuse
 */
export function withoutSeparators(typed: string): string {
  const text = typed.trim();
  return WHOLE.test(text) ? text.replace(/[.,\s]/g, '') : text;
}

/**
 * Reads a number for the body of a request. @returns null for an empty text, and what is no number as it was typed, so that the server
 * refuses each with its own sentence. NaN would be null in JSON
 */
export function numberForBody(typed: string): number | null {
  const number = typedNumber(typed);
  return Number.isNaN(number) ? ((typed.trim() || null) as number | null) : number;
}

/** Reads a whole number as people type it: `105.000` is 105000. @returns NaN for anything else, which the server refuses */
export function typedNumber(typed: string): number {
  const digits = withoutSeparators(typed);
  return /^\d+$/.test(digits) ? Number(digits) : NaN;
}
