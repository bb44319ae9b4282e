import type { Mail } from 'contract/administration/mail';
import { RotateCw } from 'lucide-react';
import { PostButton } from '~/components/admin/post-button';

/** The button that sends a failed mail again, or why it cannot be. */
export function ResendMail({ mail }: { mail: Mail }) {
  if (!mail.can_send_again) {
    return mail.state === 'failed' && <p className="text-muted">Khách cần gửi yêu cầu mới.</p>;
  }
  return (
    <PostButton fields={{ id: mail.id }} label={`Gửi lại email cho ${mail.user.username ?? mail.user.email}`}>
      <RotateCw aria-hidden="true" className="size-4" />
      Gửi lại
    </PostButton>
  );
}
