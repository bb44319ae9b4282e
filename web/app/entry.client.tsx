import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepPageWhileLoading } from './routing/page-data';
import { TEST_PAYMENTS, TestPaymentsContext } from '~/components/shop/test-payments';

keepPageWhileLoading();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TestPaymentsContext.Provider value={document.documentElement.dataset.payments === TEST_PAYMENTS}>
        <RemixBrowser />
      </TestPaymentsContext.Provider>
    </StrictMode>,
  );
});
