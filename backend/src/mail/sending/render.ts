import type { EntityManager } from 'typeorm';
import { shopDetails } from '../../settings/parts/shop.js';
import { hasLink } from '../mail-blocks.js';
import { Unsendable, type MailContents, type MailRow, type MailConfig } from '../mail-contents.js';
import { readRecipient } from '../mails.sql.js';
import { pictureHashes, renderHtml, renderText } from '../template.js';
import type { MailPictures } from './mail-pictures.js';
import type { Message } from './transport.js';

/** Where the parts of mails come from. */
export interface MailSources {
  contents: MailContents;
  pictures: MailPictures;
}

/**
 * Renders a mail from the facts at this time.
 * @throws Unsendable for an account that was closed, which has no address any more, and for a link that has expired
 */
export async function renderMail(
  tx: EntityManager,
  { contents, pictures }: MailSources,
  mail: MailRow,
  config: MailConfig,
): Promise<Message> {
  const { username, email } = mail.user_id === null ? strangerOf(mail) : await accountOf(tx, mail, mail.user_id);
  const shop = await shopDetails(tx);
  const to = mail.recipient ?? email;
  // A stranger may have registered with this mailbox: the shop mails no link that they chose as their user name.
  const context = {
    shopName: shop.shop_name,
    username: hasLink(username) ? to : username,
    email: to,
    publicUrl: config.publicUrl,
  };
  const content = await contents.loaderFor(mail.template)(tx, mail, context, config);
  const { hostname } = new URL(config.publicUrl);
  const time = mail.created_at.getTime();
  const shown = [...(await pictures.of(pictureHashes(content)))].map(([hash, bytes]) => ({
    hash,
    contentId: `${hash}@${hostname}`,
    bytes,
  }));
  const contentIds = new Map(shown.map(({ hash, contentId }) => [hash, contentId]));
  return {
    messageId: `<mail-${mail.id}-${time}@${hostname}>`,
    name: `${mail.created_at.toISOString().replace(/[-:]|\.\d+/g, '')}-${mail.id}-${mail.template}`,
    from: { name: oneLine(shop.shop_name), address: shop.email },
    to,
    subject: oneLine(content.subject),
    text: renderText(content, shop),
    html: renderHtml(content, shop, contentIds),
    pictures: shown,
    cancelUrl: content.cancelUrl,
  };
}

async function accountOf(tx: EntityManager, { template }: MailRow, userId: number) {
  const user = await readRecipient(tx, userId);
  const isOfAccount = template === 'welcome' || template === 'password_reset';
  if (!user?.email || (isOfAccount && !user.is_active)) throw new Unsendable('Tài khoản đã đóng hoặc không có email');
  return user;
}

/** The recipient of a mail to an address that may have no account. */
function strangerOf({ recipient }: MailRow) {
  if (recipient === null) throw new Unsendable('Email này không có địa chỉ nhận');
  return { username: '', email: recipient };
}

/** Removes line breaks and control characters, which would end a mail header. */
// oxlint-disable-next-line no-control-regex
const oneLine = (words: string) => words.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
