import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { focusOnMount } from '~/components/form/focus/focus';

interface AccountPageProps {
  title: string;
  lead: string;
  /** Whether it tells the outcome of the form that was here before: the heading gets the focus. */
  isOutcome?: boolean;
  children: ReactNode;
}

/** The narrow page of sign-in and registration. */
export function AccountPage({ title, lead, isOutcome, children }: AccountPageProps) {
  return (
    <main id="main" className="page py-10 md:py-16">
      <div className="mx-auto grid max-w-md gap-6 rounded-xl border-line bg-surface sm:border sm:p-10 max-sm:bg-transparent">
        <header className="grid gap-2">
          <h1 ref={isOutcome ? focusOnMount : undefined} className="text-2xl focus:outline-none">
            {title}
          </h1>
          <p className="text-muted">{lead}</p>
        </header>
        {children}
      </div>
    </main>
  );
}

/** The consent to terms and privacy policy. */
export function TermsNotice({ before }: { before: string }) {
  const look = 'underline underline-offset-4 hover:text-ink';
  return (
    <p className="text-center text-sm text-muted">
      {before}{' '}
      <Link to="/terms" className={look}>
        Điều khoản dịch vụ
      </Link>{' '}
      và{' '}
      <Link to="/privacy" className={look}>
        Chính sách bảo mật
      </Link>
      .
    </p>
  );
}
