import type { ReactNode } from 'react';
import { Link } from '@remix-run/react';
import { ArrowLeft, Lock } from 'lucide-react';
import { DeliveryLine } from '~/features/delivery/delivery-line';
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
    <main id="main" className={`page grid gap-8 lg:pb-16 ${step ? 'pt-2' : 'pt-6'}`}>
      {step && (
        <div className="grid gap-5">
          <div className="flex items-center justify-between gap-4 text-sm">
            <Link to="/cart" className="inline-flex min-h-11 items-center gap-1.5 underline-offset-4 hover:underline">
              <ArrowLeft aria-hidden="true" className="size-4" />
              Về giỏ hàng
            </Link>
            <SecureLine />
          </div>
          <CheckoutSteps current={step} />
        </div>
      )}
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[1fr_24rem]">
        <div className="grid min-w-0 content-start gap-6">
          <div className="grid gap-1">
            <h1 className="text-2xl">{title}</h1>
            <p className="text-sm">
              <DeliveryLine lead="Đặt và trả tiền bây giờ, dự kiến nhận" />
            </p>
          </div>
          {children}
        </div>
        {summary}
      </div>
    </main>
  );
}

/** What is typed in the checkout is sent encrypted. */
export const SecureLine = () => (
  <p className="flex items-center gap-1.5 text-sm text-muted">
    <Lock aria-hidden="true" className="size-4 text-accent" />
    Thanh toán an toàn
  </p>
);
