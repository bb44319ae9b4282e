import type { EntityManager } from 'typeorm';
import { link, text } from '../../mail/mail-blocks.js';
import { Unsendable, type MailContents, type MailRow, type MailContext } from '../../mail/mail-contents.js';
import type { MailContent } from '../../mail/template.js';
import type { StockAlertLinks } from './stock-alert-links.js';
import { awaitStockAgain, isMailReplaced } from './stock-alert-mails.sql.js';
import { readAlert, type AlertGoods } from './stock-alerts.sql.js';

type MailedAlert = AlertGoods & { id: number };

/** Registers the mails about stock alerts. */
export function registerStockAlertMails(contents: MailContents, links: StockAlertLinks): void {
  contents.register(['stock_alert_confirm'], async (tx, mail, context) => {
    const alert = await alertOf(tx, mail, links);
    if (!alert.isLinkValid) throw new Unsendable('Liên kết đã hết hạn hoặc đã dùng trước khi gửi được');
    return confirmMail(context, alert, links);
  });
  contents.register(['back_in_stock'], async (tx, mail, context) => {
    const alert = await alertOf(tx, mail, links);
    if (alert.is_archived) throw new Unsendable('Sản phẩm không còn bán');
    if (alert.is_sold_out || (await isMailReplaced(tx, alert.id, mail))) {
      await awaitStockAgain(tx, alert.id, mail);
      throw new Unsendable('Sản phẩm lại hết hàng, hoặc người nhận đã đăng ký lại, trước khi gửi được');
    }
    return backInStockMail(context, alert, links);
  });
}

async function alertOf(
  tx: EntityManager,
  { stock_alert_id: id }: MailRow,
  links: StockAlertLinks,
): Promise<MailedAlert> {
  const alert = id === null ? undefined : await readAlert(tx, id);
  if (!alert || id === null) throw new Unsendable('Lượt đăng ký thông báo có hàng đã bị hủy');
  // A refusal may have come since the mail was queued, or by the link of an earlier alert.
  if (await links.refusals.has(tx, alert.email)) throw new Unsendable('Người nhận đã ngừng nhận thông báo có hàng');
  return { ...alert, id };
}

const nameOf = ({ name, color, size }: AlertGoods) => [name, color, size].filter(Boolean).join(' · ');

function confirmMail(context: MailContext, alert: MailedAlert, links: StockAlertLinks): MailContent {
  const cancelUrl = links.cancelUrl(context.publicUrl, alert.id, alert.email);
  return {
    subject: 'Xác nhận đăng ký thông báo có hàng',
    title: 'Báo cho bạn khi có hàng?',
    blocks: [
      text(`Chúng tôi nhận được yêu cầu báo cho địa chỉ email này khi sản phẩm sau có hàng trở lại: ${nameOf(alert)}.`),
      link('Xác nhận', links.confirmUrl(context.publicUrl, alert.id, alert.linkNumber)),
      text('Liên kết dùng được một lần, trong vòng 24 giờ. Chúng tôi chỉ gửi một email khi có hàng.'),
      text(`Nếu không phải bạn, hãy bỏ qua email này. Để xóa địa chỉ của bạn và không bị hỏi lại nữa: ${cancelUrl}`),
    ],
    cancelUrl,
  };
}

function backInStockMail(context: MailContext, alert: MailedAlert, links: StockAlertLinks): MailContent {
  const choice = new URLSearchParams();
  if (alert.color_id !== null) choice.set('color', String(alert.color_id));
  if (alert.size_id !== null) choice.set('size', String(alert.size_id));
  const query = choice.size > 0 ? `?${choice.toString()}` : '';
  const cancelUrl = links.cancelUrl(context.publicUrl, alert.id, alert.email);
  return {
    subject: `Có hàng trở lại: ${alert.name}`,
    title: 'Có hàng trở lại',
    blocks: [
      text(`${nameOf(alert)} vừa có hàng trở lại. Số lượng có hạn và chúng tôi không giữ hàng trước.`),
      link('Xem sản phẩm', `${context.publicUrl}/products/${alert.product}${query}`),
      text(
        `Bạn nhận email này vì đã đăng ký thông báo có hàng; chúng tôi sẽ không gửi thêm về sản phẩm này. Ngừng nhận mọi thông báo có hàng: ${cancelUrl}`,
      ),
    ],
    cancelUrl,
  };
}
