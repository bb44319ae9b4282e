import { createContext, useContext } from 'react';

/** True when a public shop accepts test cards: PAYMENTS=sandbox. */
export const TestPaymentsContext = createContext(false);

/** The value of the root element's `data-payments`, by which the document tells the browser's scripts. */
export const TEST_PAYMENTS = 'sandbox';

/** In a shop with test payments, a banner above every page: no real money moves. It scrolls away and covers nothing. */
export function TestPaymentsBanner() {
  if (!useContext(TestPaymentsContext)) return null;
  return (
    <aside
      aria-label="Cửa hàng chạy thử"
      className="bg-ink px-2 py-1.5 text-center text-xs text-balance text-paper print:hidden"
    >
      Cửa hàng chạy thử: chỉ nhận thẻ thử, không trừ tiền thật.
    </aside>
  );
}
