import { formatVnd } from '../../contract/rules.js';
import { link, text } from '../../mail/mail-blocks.js';
import { Unsendable, type MailContents, type MailSetting } from '../../mail/mail-contents.js';
import type { MailContent } from '../../mail/template.js';
import { remindsOfCarts } from '../../settings/cart-reminders.js';
import type { CartReminderLinks } from './cart-reminder-links.js';
import { readReminder, type RemindedLine } from './cart-reminders.sql.js';

/** Registers the mail that reminds of a cart. It is not sent when anything has changed since it was queued. */
export function registerCartReminderMail(contents: MailContents, links: CartReminderLinks): void {
  contents.register(['cart_reminder'], async (tx, { user_id: userId, created_at }, setting) => {
    if (!(await remindsOfCarts(tx))) throw new Unsendable('The owner has switched reminders off');
    const cart = userId === null ? undefined : await readReminder(tx, userId, created_at);
    if (!cart || userId === null) throw new Unsendable('The consent was withdrawn');
    if (cart.is_changed) throw new Unsendable('The cart has changed');
    if (cart.is_ordered) throw new Unsendable('The shopper has ordered');
    if (cart.lines.length === 0) throw new Unsendable('Nothing in the cart can be bought');
    const query = new URLSearchParams({ id: String(userId), token: links.token(userId) });
    return reminderMail(setting, cart.lines, `${setting.publicUrl}/cart-reminder?${query.toString()}`);
  });
}

function reminderMail({ shopName, publicUrl }: MailSetting, lines: RemindedLine[], cancelUrl: string): MailContent {
  return {
    subject: `Giỏ hàng của bạn tại ${shopName}`,
    title: 'Bạn còn hàng trong giỏ',
    blocks: [
      text('Những món sau vẫn còn trong giỏ hàng của bạn và còn bán. Chúng tôi không giữ hàng trước.'),
      {
        is: 'lines',
        lines: lines.map(({ name, color, size, qty, price, picture }) => ({
          name,
          picture,
          note: [color, size, `${qty} × ${formatVnd(price)}`].filter(Boolean).join(', '),
          sum: formatVnd(qty * price),
        })),
      },
      link('Xem giỏ hàng', `${publicUrl}/cart`),
      text(
        `Bạn nhận email này vì đã đồng ý trong hồ sơ của mình; về giỏ hàng này chúng tôi chỉ nhắc một lần. Ngừng nhắc: ${cancelUrl}`,
      ),
    ],
    cancelUrl,
  };
}
