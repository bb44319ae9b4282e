import { useFetcher } from '@remix-run/react';
import type { Mail } from 'contract/administration/mail';
import { RotateCw } from 'lucide-react';
import { Button } from '~/components/form/button';
import { useFirstPress } from '~/components/form/use-first-press';

/** The button that sends a failed mail again, or why it cannot be. */
export function ResendMail({ mail }: { mail: Mail }) {
  const fetcher = useFetcher();
  const isFirstPress = useFirstPress(fetcher);
  if (!mail.can_send_again) {
    return mail.state === 'failed' && <p className="text-muted">Khách cần gửi yêu cầu mới.</p>;
  }
  return (
    <fetcher.Form method="post" onSubmit={isFirstPress}>
      <input type="hidden" name="id" value={mail.id} />
      <Button
        type="submit"
        variant="outline"
        size="sm"
        isBusy={fetcher.state !== 'idle'}
        aria-label={`Gửi lại email cho ${mail.user.username ?? mail.user.email}`}
      >
        <RotateCw aria-hidden="true" className="size-4" />
        Gửi lại
      </Button>
    </fetcher.Form>
  );
}
