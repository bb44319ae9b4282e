import { createContext, useContext } from 'react';

/** Whether this shop takes test cards although the public is let in: PAYMENTS=sandbox. */
export const TestPaymentsContext = createContext(false);

/** What the document says of it to the scripts in the browser: `data-payments` of its root element. */
export const TEST_PAYMENTS = 'sandbox';

/** Says above every page that no real money moves, where that is so. It scrolls away and lies over nothing. */
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
