import type { MetaFunction } from '@remix-run/node';
import { Link, useLocation, useNavigate } from '@remix-run/react';
import type { MailLink } from 'contract/common';
import { useEffect, useState, type ReactNode } from 'react';
import { failedWith, sentenceOf } from '~/api/http/client';
import { Alert } from '~/components/feedback/alert';
import { Button, buttonStyle } from '~/components/form/button';
import { useHydrated } from '~/lib/use-hydrated';
import { privatePage } from '~/components/shop/page-title';
import { AccountPage } from './account-page';

/** The head of a page that a mail links to. No referrer: the page's address acts for the mailbox's owner. */
export const mailLinkPage = (title: string): MetaFunction => {
  const page = privatePage(title);
  return (args) => [...(page(args) ?? []), { name: 'referrer', content: 'no-referrer' }];
};

type Given = Partial<Record<string, unknown>>;

/**
 * Returns the parts of the mail's link that opened this page: in the URL at first, then in the history entry's state. Removes
 * the token from the address bar and the history; the entry's state keeps it for a reload.
 * @param read picks the parts; null when one is missing
 */
export function useMailLink<Parts>(read: (given: Given) => Parts | null): Parts | null {
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const parts = read(
    search ? Object.fromEntries(new URLSearchParams(search)) : ((location.state as Given | null) ?? {}),
  );
  useEffect(() => {
    if (parts && search) navigate(pathname, { replace: true, state: parts });
  });
  return parts;
}

type Use = 'confirm' | 'cancel';
type UsedLink = MailLink & { use: Use };

interface MailLinkPageProps<Outcome> {
  /** What the page says before each use of its link. */
  texts: Record<Use, { title: string; lead: string; button: string }>;
  /** The use of a link that names no other. */
  usual: Use;
  act: (link: UsedLink) => Promise<Outcome>;
  /** What follows a success. */
  children: (outcome: Outcome) => ReactNode;
  /** What the page says of a link that cannot be used, and where it leads instead. */
  bad: { lead: string; reason: string; to: string; label: string };
}

/**
 * Where a mail's link leads, which confirms or cancels something without a sign-in. A button acts, not the visit itself: mail
 * programs open links to check them.
 */
export function MailLinkPage<Outcome>(props: MailLinkPageProps<Outcome>) {
  const { usual, bad } = props;
  const isHydrated = useHydrated();
  const link = useMailLink((given) => readLink(given, usual));
  if (!isHydrated || link) return <MailLinkAct key={`${link?.use} ${link?.id}`} link={link} {...props} />;
  return <BadLink {...bad} />;
}

function MailLinkAct<Outcome>(props: MailLinkPageProps<Outcome> & { link: UsedLink | null }) {
  const { link, texts, usual, act, children, bad } = props;
  const [step, setStep] = useState<'ask' | 'busy' | 'bad' | { outcome: Outcome }>('ask');
  const [failure, setFailure] = useState<string>();
  const { title, lead, button } = texts[link?.use ?? usual];

  async function press(used: UsedLink) {
    setStep('busy');
    setFailure(undefined);
    try {
      setStep({ outcome: await act(used) });
    } catch (error) {
      setStep(failedWith(error, 400) ? 'bad' : 'ask');
      setFailure(sentenceOf(error));
    }
  }

  if (step === 'bad') return <BadLink {...bad} />;
  if (typeof step === 'object') return children(step.outcome);
  return (
    <AccountPage title={title} lead={lead}>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Button size="lg" isBusy={step === 'busy'} disabled={!link} onClick={() => link && void press(link)}>
        {button}
      </Button>
      <p className="hidden text-sm text-muted noscript:block">Hãy bật JavaScript để tiếp tục.</p>
    </AccountPage>
  );
}

const BadLink = ({ lead, reason, to, label }: MailLinkPageProps<unknown>['bad']) => (
  <AccountPage title="Liên kết không dùng được" lead={lead}>
    <Alert tone="danger">{reason}</Alert>
    <Link to={to} className={buttonStyle({ size: 'lg' })}>
      {label}
    </Link>
  </AccountPage>
);

function readLink({ use, id: typed, token }: Given, usual: Use): UsedLink | null {
  const id = Number(typed);
  if (typeof token !== 'string' || !Number.isInteger(id) || id <= 0) return null;
  return { use: use === 'confirm' || use === 'cancel' ? use : usual, id, token };
}
