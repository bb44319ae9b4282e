import { nameKey } from '../../auth/users/user.entity.js';
import { goodsLines, link, text } from '../../mail/mail-blocks.js';
import { Unsendable, type MailContents, type MailContext } from '../../mail/mail-contents.js';
import type { MailContent } from '../../mail/template.js';
import type { EntityManager } from 'typeorm';
import { remindsOfCarts } from '../../settings/parts/cart-reminders.js';
import type { CartReminderLinks } from './cart-reminder-links.js';
import { readConsent, readReminder, type RemindedLine } from './cart-reminders.sql.js';

/** Registers the mails about cart reminders. They are not sent when anything has changed since they were queued. */
export function registerCartReminderMails(contents: MailContents, links: CartReminderLinks): void {
  contents.register(['cart_reminder_confirm'], async (tx, { user_id: userId }, context) => {
    const consent = userId === null ? undefined : await readConsent(tx, userId);
    if (!consent || userId === null) throw new Unsendable('Người nhận đã rút lại đồng ý');
    if (consent.is_confirmed) throw new Unsendable('Người nhận đã xác nhận rồi');
    const cancelUrl = await cancelUrlOf(tx, userId, context);
    // The consent of the address that the mail goes to: the account may have another one by now.
    return confirmMail(links.confirmUrl(context.publicUrl, userId, nameKey(context.email)), cancelUrl);
  });
  contents.register(['cart_reminder'], async (tx, { user_id: userId, created_at }, context) => {
    if (!(await remindsOfCarts(tx))) throw new Unsendable('Cửa hàng đã tắt nhắc giỏ hàng');
    const cart = userId === null ? undefined : await readReminder(tx, userId, created_at);
    if (!cart || userId === null) throw new Unsendable('Người nhận đã rút lại đồng ý');
    if (!cart.is_confirmed) throw new Unsendable('Người nhận chưa xác nhận');
    if (cart.is_changed) throw new Unsendable('Giỏ hàng đã thay đổi');
    if (cart.is_ordered) throw new Unsendable('Khách đã đặt hàng');
    if (cart.lines.length === 0) throw new Unsendable('Trong giỏ không còn món nào mua được');
    return reminderMail(context, cart.lines, await cancelUrlOf(tx, userId, context));
  });

  /** @throws Unsendable when the mailbox wants no mail */
  async function cancelUrlOf(tx: EntityManager, userId: number, context: MailContext): Promise<string> {
    // A refusal may have come since the mail was queued, or by the link of an earlier account.
    if (await links.refusals.has(tx, context.email)) throw new Unsendable('Người nhận đã ngừng nhận nhắc giỏ hàng');
    return links.cancelUrl(context.publicUrl, userId, context.email);
  }
}

function confirmMail(confirmUrl: string, cancelUrl: string): MailContent {
  return {
    subject: 'Xác nhận đăng ký email nhắc giỏ hàng',
    title: 'Nhắc bạn về hàng còn trong giỏ?',
    blocks: [
      text(
        'Chúng tôi nhận được yêu cầu gửi email nhắc đến địa chỉ này khi còn hàng trong giỏ chưa đặt. Chúng tôi chỉ nhắc sau khi bạn xác nhận.',
      ),
      link('Xác nhận', confirmUrl),
      text(`Nếu không phải bạn, hãy bỏ qua email này. Để chúng tôi không hỏi lại nữa: ${cancelUrl}`),
    ],
    cancelUrl,
  };
}

function reminderMail({ shopName, publicUrl }: MailContext, lines: RemindedLine[], cancelUrl: string): MailContent {
  return {
    subject: `Giỏ hàng của bạn tại ${shopName}`,
    title: 'Bạn còn hàng trong giỏ',
    blocks: [
      text('Những món sau vẫn còn trong giỏ hàng của bạn và còn bán. Chúng tôi không giữ hàng trước.'),
      goodsLines(lines),
      link('Xem giỏ hàng', `${publicUrl}/cart`),
      text(
        `Bạn nhận email này vì đã đồng ý trong trang Tài khoản; về giỏ hàng này chúng tôi chỉ nhắc một lần. Ngừng nhắc: ${cancelUrl}`,
      ),
    ],
    cancelUrl,
  };
}
