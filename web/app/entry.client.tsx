import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { watchPage } from './routing/browser-report/watch';
import { moveForeignElements } from './routing/document/foreign-elements';
import { RepeatEarlyPress } from './routing/early-press/repeat-early-press';
import { boundPageData } from './routing/loading/failed-load';
import { supportPageTranslation } from './routing/document/page-translation';
import { registerWorker } from './routing/document/register-worker';
import { TEST_PAYMENTS, TestPaymentsContext } from '~/components/shop/test-payments';

watchPage();
supportPageTranslation();
boundPageData();
registerWorker();
moveForeignElements();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TestPaymentsContext.Provider value={document.documentElement.dataset.payments === TEST_PAYMENTS}>
        <RepeatEarlyPress>
          <RemixBrowser />
        </RepeatEarlyPress>
      </TestPaymentsContext.Provider>
    </StrictMode>,
  );
});
