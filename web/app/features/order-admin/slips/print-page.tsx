import { Printer } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { AdminPage } from '~/components/admin/list/list-page';
import { Alert } from '~/components/feedback/alert';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';
import { Button } from '~/components/form/button';

interface PrintPageProps {
  /** Above what is printed, with the print button. */
  tools: ReactNode;
  children: ReactNode;
}

/** A page to print: only `children` reach the paper. */
export const PrintPage = ({ tools, children }: PrintPageProps) => (
  <main id="main" className="grid content-start gap-4 px-3 py-5 sm:px-5 lg:px-8 lg:py-7 print:block print:p-0">
    <div className="flex max-w-2xl flex-wrap items-center justify-between gap-3 print:hidden">
      {tools}
      <Button size="sm" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-4" />
        In
      </Button>
    </div>
    {children}
  </main>
);

/** The page of slips while they are loaded, or the reason why they cannot be. */
export const NoSlip = ({ error }: { error?: string }) => (
  <AdminPage title="Phiếu giao hàng">
    {error === undefined ? <Skeleton className="h-96 max-w-2xl" /> : <RetryAlert>{error}</RetryAlert>}
  </AdminPage>
);

interface PrintOptionProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

/** Whether a part is printed. */
export const PrintOption = ({ isOn, onChange, children }: PrintOptionProps) => (
  <label className="flex min-h-9 items-center gap-2 text-sm">
    <input
      type="checkbox"
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
      className="size-4 accent-accent"
    />
    {children}
  </label>
);

/** A warning above the sheets, which is not printed. */
export const PrintWarning = (alert: Pick<ComponentProps<typeof Alert>, 'action' | 'children'>) => (
  <div className="max-w-2xl print:hidden">
    <Alert tone="warning" {...alert} />
  </div>
);
