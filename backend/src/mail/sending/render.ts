import type { EntityManager } from 'typeorm';
import { shopDetails } from '../../settings/shop.js';
import { Unsendable, type MailContents, type MailRow, type MailSettings } from '../mail-contents.js';
import { readRecipient } from '../mails.sql.js';
import { renderHtml, renderText } from '../template.js';
import type { Message } from './transport.js';

/**
 * Renders a mail from the facts at this time.
 * @throws Unsendable for an account that was closed, which has no address any more, and for a link that has expired
 */
export async function renderMail(
  tx: EntityManager,
  contents: MailContents,
  mail: MailRow,
  settings: MailSettings,
): Promise<Message> {
  const user = await readRecipient(tx, mail.user_id);
  const isOfAccount = mail.template === 'welcome' || mail.template === 'password_reset';
  if (!user?.email || (isOfAccount && !user.is_active)) throw new Unsendable('The account is closed');
  const shop = await shopDetails(tx);
  const setting = { shopName: shop.shop_name, username: user.username, publicUrl: settings.publicUrl };
  const content = await contents.of(mail.template)(tx, mail, setting, settings);
  const { hostname } = new URL(settings.publicUrl);
  const time = mail.created_at.getTime();
  return {
    messageId: `<mail-${mail.id}-${time}@${hostname}>`,
    name: `${mail.created_at.toISOString().replace(/[-:]|\.\d+/g, '')}-${mail.id}-${mail.template}`,
    from: { name: oneLine(shop.shop_name), address: shop.email },
    to: mail.recipient ?? user.email,
    subject: oneLine(content.subject),
    text: renderText(content, shop),
    html: renderHtml(content, shop),
  };
}

/** Removes line breaks and control characters, which would end a mail header. */
// eslint-disable-next-line no-control-regex
const oneLine = (words: string) => words.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
