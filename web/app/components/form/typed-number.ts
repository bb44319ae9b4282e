/** Reads a whole number as people type it: `105.000` is 105000. @returns NaN for anything else, which the server refuses */
export function typedNumber(text: string): number {
  const digits = text.replace(/[.\s]/g, '');
  return /^\d+$/.test(digits) ? Number(digits) : NaN;
}
