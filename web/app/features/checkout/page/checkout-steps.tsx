import { Link } from '@remix-run/react';
import { Check } from 'lucide-react';

const STEPS = [
  { label: 'Đăng nhập' },
  { label: 'Địa chỉ giao hàng', to: '/shipping' },
  { label: 'Thanh toán', to: '/payment' },
  { label: 'Đặt hàng', to: '/placeorder' },
] as const;

/**
 * The steps from sign-in to order; completed steps are links.
 * @param props.current counts from 1; 5 for a placed order, from which no step leads back
 */
export function CheckoutSteps({ current }: { current: 1 | 2 | 3 | 4 | 5 }) {
  return (
    <nav aria-label="Các bước đặt hàng">
      <ol className="grid grid-cols-4 gap-2">
        {STEPS.map((step, index) => {
          const number = index + 1;
          const isDone = number < current;
          const content = (
            <>
              <span
                className={`grid size-6 shrink-0 place-content-center rounded-full text-xs font-bold ${mark(number, current)}`}
              >
                {isDone ? <Check aria-hidden="true" className="size-3.5" strokeWidth={3} /> : number}
              </span>
              <span className="max-sm:text-xs">
                {step.label}
                {isDone && <span className="sr-only"> (xong)</span>}
              </span>
            </>
          );
          const look = `flex h-full items-center gap-2 border-t-3 pt-3 text-sm leading-tight max-sm:flex-col max-sm:items-start ${
            number > current ? 'border-line text-muted' : 'border-accent text-ink'
          }`;
          return (
            <li
              key={step.label}
              aria-current={number === current ? 'step' : undefined}
              className={number === current ? 'font-bold' : ''}
            >
              {isDone && current < 5 && 'to' in step ? (
                <Link to={step.to} className={`${look} hover:text-accent`}>
                  {content}
                </Link>
              ) : (
                <div className={look}>{content}</div>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function mark(number: number, current: number) {
  if (number < current) return 'bg-accent text-on-accent';
  return number === current ? 'bg-ink text-paper' : 'bg-line text-muted';
}
