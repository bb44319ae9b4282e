/** Something at a domain, with or without the sign. */
const EMAIL = /@|[\p{L}\d]\.(?:com|net|org|vn|info|edu)(?![\p{L}\d])/u;
/** Amounts of less than 100 million đồng, with or without separators: "1.500.000", "200000". */
const AMOUNT = /(?<![\d.,])(?:[1-9]\d{2}|[1-9]\d?(?:[.,]?\d{3})?)[.,]?000(?![\d.,]*\d)/g;
/** Digits, whatever separates them: "0912 345 678", "4111-1111-1111-1111", "+84 (0)912.345.678". */
const NUMBER = /\d(?:[\s.,()+/_-]{0,3}\d)*/g;
/** Fewer digits are sizes, years and article numbers. */
const MIN_DIGITS = 7;

/**
 * Whether a typed text may say who somebody is: an e-mail address, or a long number such as that of a phone, a card or an
 * identity card. Rather too often than too seldom: a search that is not counted harms nobody.
 */
export function looksPersonal(text: string): boolean {
  // Full-width letters and digits of other scripts are compared as the usual ones.
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
  if (EMAIL.test(plain)) return true;
  const numbers = plain.replace(AMOUNT, ' giá ').match(NUMBER) ?? [];
  return numbers.some((number) => number.replace(/\D/g, '').length >= MIN_DIGITS);
}

/** Unicode has the ten digits of a script one after another; what comes before its zero is no digit. */
function digitOf(digit: string): string {
  let code = digit.codePointAt(0) ?? 0;
  if (code < 128) return digit;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return String(value);
}
