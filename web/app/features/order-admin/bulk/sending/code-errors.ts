import { TRACKING_CODE } from 'contract/orders/carriers';

/** The tracking codes of orders, in capitals, by order. */
type TrackingCodes = ReadonlyMap<number, string>;

/**
 * The messages of wrong codes, by order.
 * @param ids of the orders that are checked
 * @param codes of all orders that have a field
 * @param isSubmitted a half-typed code is no mistake before the form is submitted
 */
export const codeErrors = (
  ids: readonly number[],
  codes: TrackingCodes,
  isSubmitted: boolean,
): Record<number, string> =>
  Object.fromEntries(
    ids.flatMap((id) => {
      const error = errorOf(id, codes, isSubmitted);
      return error === undefined ? [] : [[id, error]];
    }),
  );

/**
 * Says what is wrong with a typed code: it stands in the row of another order, has letters that no carrier uses, or, once the form
 * was submitted, is no carrier's.
 */
function errorOf(id: number, codes: TrackingCodes, isSubmitted: boolean): string | undefined {
  const code = codes.get(id) ?? '';
  if (code === '') return undefined;
  const [duplicate] = [...codes].find(([other, otherCode]) => other !== id && otherCode === code) ?? [];
  if (duplicate) return `Trùng với mã của đơn #${duplicate}. Hai đơn chung một kiện: ghi ở trang của từng đơn.`;
  // A keyboard that writes Vietnamese changes what a scanner types: that is marked at once.
  const isWrong = isSubmitted ? !TRACKING_CODE.test(code) : /[^A-Z\d.-]/.test(code);
  if (!isWrong) return undefined;
  return 'Mã vận đơn có từ 4 đến 40 ký tự: chữ không dấu, chữ số, dấu gạch ngang, dấu chấm';
}
