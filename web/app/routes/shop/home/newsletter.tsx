import { useFetcher } from '@remix-run/react';
import { useId } from 'react';
import { Button } from '~/components/form/button';
import { focusOnMount } from '~/components/form/focus/focus';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { useShopName } from '~/features/settings/use-settings';

/** The result of subscribing: success, or the error and the address that was typed. */
export type NewsletterAnswer = { isSubscribed: true } | { isSubscribed: false; error: string; email: string };

/**
 * The form of the newsletter. With scripts it uses a fetcher and stays on the page; without them it is a plain form, and
 * the page is rendered again with `answer`.
 */
export function Newsletter({ answer }: { answer: NewsletterAnswer | undefined }) {
  const fetcher = useFetcher<NewsletterAnswer>();
  const id = useId();
  const reply = fetcher.data ?? answer;
  const error = reply?.isSubscribed === false ? reply.error : null;
  const form = useFirstError(error === null ? undefined : reply);
  return (
    <section
      aria-labelledby={`${id}-title`}
      id="newsletter" // Down to the footer, over the space that this keeps from other pages.
      className="-mb-16 bg-accent text-on-accent"
    >
      <div className="page grid items-center gap-6 py-12 lg:grid-cols-2 lg:py-16">
        <Invitation titleId={`${id}-title`} />
        <div aria-live="polite">
          {reply?.isSubscribed ? (
            <p ref={focusOnMount} className="text-lg font-medium focus:outline-none">
              Cảm ơn bạn đã đăng ký! Hẹn gặp bạn trong lá thư tới.
            </p>
          ) : (
            <fetcher.Form ref={form} method="post" action="/?index#newsletter" noValidate className="grid gap-2">
              <label htmlFor={`${id}-email`} className="text-sm font-medium">
                Email của bạn
              </label>
              <div className="flex gap-2">
                <input
                  id={`${id}-email`}
                  type="email"
                  name="email"
                  autoComplete="email"
                  placeholder="ban@example.com"
                  defaultValue={reply?.email}
                  aria-invalid={error !== null}
                  aria-describedby={error === null ? undefined : `${id}-error`}
                  className="min-h-11 w-full min-w-0 flex-1 rounded-md bg-surface px-3 text-ink placeholder:text-muted focus-visible:outline-on-accent"
                />
                <Button
                  type="submit"
                  isBusy={fetcher.state !== 'idle'}
                  className="bg-ink! text-paper hover:bg-accent-strong! focus-visible:outline-on-accent"
                >
                  Đăng ký
                </Button>
              </div>
              {error !== null && (
                <p id={`${id}-error`} role="alert" className="font-medium">
                  {error}
                </p>
              )}
            </fetcher.Form>
          )}
        </div>
      </div>
    </section>
  );
}

const Invitation = ({ titleId }: { titleId: string }) => (
  <div>
    <h2 id={titleId} className="text-2xl lg:text-3xl">
      Thư từ {useShopName()}
    </h2>
    <p className="mt-1 max-w-md opacity-90">Hàng mới, cách giữ quần áo bền và ưu đãi riêng. Mỗi tháng hai lá thư.</p>
  </div>
);
