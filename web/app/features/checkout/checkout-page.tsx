import type { ReactNode } from 'react';
import { CheckoutSteps } from './checkout-steps';

interface CheckoutPageProps {
  title: string;
  /** The current step of four; the cart, before them, has none. */
  step?: 2 | 3 | 4;
  /** The totals and the button that continues. */
  summary: ReactNode;
  children: ReactNode;
}

/** The two-column page of the cart and the checkout steps. */
export function CheckoutPage({ title, step, summary, children }: CheckoutPageProps) {
  return (
    <main id="main" className="page grid gap-8 pt-6 lg:pb-16">
      {step && <CheckoutSteps current={step} />}
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[1fr_24rem]">
        <div className="grid min-w-0 content-start gap-6">
          <h1 className="text-2xl">{title}</h1>
          {children}
        </div>
        {summary}
      </div>
    </main>
  );
}
