import { useFetcher } from '@remix-run/react';
import type { CartReminder } from 'contract/orders/cart-reminders';
import { useState } from 'react';
import { Alert } from '~/components/feedback/alert';
import type { ProfileAnswer } from '~/features/account/profile/profile-answer';

/** The consent to reminders of a cart, off until the shopper ticks it. Nothing where the shop does not remind, once it is off. */
export function ReminderConsent({ reminder }: { reminder: CartReminder }) {
  const fetcher = useFetcher<ProfileAnswer>();
  // What was ticked shows at once, until the shop has answered.
  const [wanted, setWanted] = useState<{ isOn: boolean; before: ProfileAnswer | undefined }>();
  const saved = fetcher.data?.reminder ?? reminder;
  const isOn = wanted && wanted.before === fetcher.data ? wanted.isOn : saved.is_on;
  if (!saved.is_offered && !saved.is_on) return null;
  return (
    <section aria-labelledby="reminder-title" className="mt-12 grid gap-3 border-t border-line pt-6">
      <h2 id="reminder-title" className="text-lg">
        Email nhắc giỏ hàng
      </h2>
      {fetcher.data?.failure && <Alert tone="danger">{fetcher.data.failure.detail}</Alert>}
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby="reminder-text"
          onChange={({ target }) => {
            setWanted({ isOn: target.checked, before: fetcher.data });
            fetcher.submit(
              { intent: 'cart-reminder', is_on: String(target.checked) },
              { method: 'post', action: '/profile' },
            );
          }}
          className="size-5 shrink-0 accent-accent"
        />
        Nhắc tôi qua email về hàng còn trong giỏ
      </label>
      {isOn && saved.is_on && !saved.is_confirmed && (
        <p role="status" className="max-w-prose">
          {/* After a change of the e-mail no mail has been sent yet. */}
          Hộp thư của bạn chưa xác nhận: hãy bấm xác nhận trong email của chúng tôi. Chưa có email đó? Hãy bỏ chọn rồi
          chọn lại: chúng tôi gửi nhiều nhất một email mỗi ngày.
        </p>
      )}
      <p id="reminder-text" className="max-w-prose text-sm text-muted">
        Nếu bạn đồng ý, chúng tôi lưu giỏ hàng của bạn và gửi một email sau 24 giờ kể từ lần đổi cuối, khi hàng vẫn còn
        và bạn chưa đặt. Bỏ chọn bất cứ lúc nào: giỏ hàng đã lưu bị xóa ngay.
      </p>
    </section>
  );
}
