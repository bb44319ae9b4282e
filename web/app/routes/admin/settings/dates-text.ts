/** Writes ISO dates as an owner types them, `05/02/2027`, one a line. */
export const formatDates = (dates: readonly string[]): string =>
  dates.map((date) => date.split('-').toReversed().join('/')).join('\n');

const TYPED_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/**
 * Reads dates that an owner has typed, one a line or separated by commas.
 * @returns ISO dates, each once, the earliest first; what is no date stays as it is, and the server refuses it
 */
export function parseDates(typed: string): string[] {
  const parts = typed.split(/[\n,;]/).map((part) => part.trim());
  const dates = parts.filter(Boolean).map((part) => {
    const [, day = '', month = '', year] = TYPED_DATE.exec(part) ?? [];
    return year === undefined ? part : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  });
  return [...new Set(dates)].toSorted();
}
