import { link, text } from '../mail/mail-blocks.js';
import type { MailContents } from '../mail/mail-contents.js';

/** Registers the notice to administrators that the shop switched an endpoint off. */
export function registerWebhookMails(contents: MailContents): void {
  contents.register(['webhook_disabled'], (_tx, _mail, { shopName, publicUrl }) => ({
    subject: 'Một địa chỉ nhận webhook đã bị tắt',
    title: 'Một địa chỉ nhận webhook đã bị tắt',
    blocks: [
      text(
        `Một địa chỉ nhận webhook của ${shopName} không phản hồi thành công suốt hai ngày, nên cửa hàng đã ngừng gửi đến đó. Các hệ thống dựa vào nó không biết đơn hàng mới nữa.`,
      ),
      link('Xem webhook', `${publicUrl}/admin/webhooks`),
      text('Sau khi sửa hệ thống nhận, hãy bật lại địa chỉ và gửi lại những webhook đã lỡ.'),
    ],
  }));
}
