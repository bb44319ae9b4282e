import type { Shop } from '../settings/parts/shop.js';

/** The content of a mail as plain text. `renderText` and `renderHtml` lay it out; `renderHtml` also escapes it. */
export interface MailContent {
  subject: string;
  title: string;
  blocks: Block[];
  /** The page on which the recipient unsubscribes from mails like this one. Mail programs offer it too (RFC 2369). */
  cancelUrl?: string;
}

type Block =
  | { is: 'text'; text: string }
  | { is: 'link'; label: string; href: string }
  /** `picture` is the hash of a picture in the media store. */
  | { is: 'lines'; lines: { name: string; note: string; sum: string; picture?: string | null }[] }
  /** The last row is emphasised. */
  | { is: 'sums'; sums: [label: string, amount: string][] }
  | { is: 'facts'; facts: [label: string, value: string][] };

// The colours of the pages (web/app/styles/tokens.css): mail programs know neither variables nor style sheets.
const PAPER = '#faf7f2';
const INK = '#1b1916';
const MUTED = '#5d574d';
const LINE = '#e3dccf';
const ACCENT = '#0e5a4a';
const FONT = "font-family:'Be Vietnam Pro',Roboto,'Helvetica Neue',Arial,sans-serif";

/** Renders the plain-text part. */
export function renderText({ title, blocks }: MailContent, shop: Shop): string {
  const parts = blocks.map((block) => {
    switch (block.is) {
      case 'text':
        return block.text;
      case 'link':
        return `${block.label}:\n${block.href}`;
      case 'lines':
        return block.lines.map(({ name, note, sum }) => `- ${name} (${note}): ${sum}`).join('\n');
      case 'sums':
        return block.sums.map(([label, amount]) => `${label}: ${amount}`).join('\n');
      case 'facts':
        return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
    }
  });
  return [title, ...parts, `-- \n${signature(shop).join('\n')}`].join('\n\n');
}

/** The pictures that a mail shows, by their hashes. */
export const pictureHashes = ({ blocks }: MailContent): string[] =>
  blocks.flatMap((block) => (block.is === 'lines' ? block.lines.flatMap(({ picture }) => picture ?? []) : []));

/** The Content-IDs of the pictures that come with a mail (RFC 2392), by their hashes. */
export type ContentIds = ReadonlyMap<string, string>;

/**
 * Renders the HTML part for mail programs: one column of tables, inline styles, nothing to fetch. Pictures are those that come with
 * the mail; a line whose picture does not has none.
 */
export function renderHtml({ subject, title, blocks }: MailContent, shop: Shop, contentIds: ContentIds): string {
  const footer = signature(shop).map(escape).join('<br>');
  return `<!doctype html>
<html lang="vi">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${PAPER}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid ${LINE};border-radius:8px">
<tr><td style="padding:24px 28px 0;${FONT};font-size:20px;font-weight:700;letter-spacing:4px;color:${INK}">${escape(shop.shop_name)}</td></tr>
<tr><td style="padding:20px 28px 0"><h1 style="margin:0;${FONT};font-size:24px;line-height:32px;font-weight:600;color:${INK}">${escape(title)}</h1></td></tr>
${blocks.map((block) => `<tr><td style="padding:16px 28px 0">${blockHtml(block, contentIds)}</td></tr>`).join('\n')}
<tr><td height="28" style="height:28px;font-size:0;line-height:0">&nbsp;</td></tr>
</table>
<p style="max-width:560px;margin:16px 0 0;${FONT};font-size:13px;line-height:20px;color:${MUTED}">${footer}</p>
</td></tr></table>
</body>
</html>`;
}

function blockHtml(block: Block, contentIds: ContentIds): string {
  switch (block.is) {
    case 'text':
      return `<p style="margin:0;${FONT};font-size:16px;line-height:26px;color:${INK};overflow-wrap:anywhere">${escape(block.text)}</p>`;
    case 'link':
      return (
        `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="background:${ACCENT};border-radius:4px">` +
        `<a href="${escape(block.href)}" style="display:inline-block;padding:12px 20px;${FONT};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;white-space:nowrap">${escape(block.label)}</a>` +
        `</td></tr></table>`
      );
    case 'lines': {
      const hasPictures = block.lines.some(({ picture }) => picture && contentIds.has(picture));
      return rows(
        block.lines.map(({ name, note, sum, picture }) => [
          ...(hasPictures ? [pictureHtml(picture ? contentIds.get(picture) : undefined)] : []),
          `${escape(name)}<br><span style="font-size:14px;color:${MUTED}">${escape(note)}</span>`,
          escape(sum),
        ]),
      );
    }
    case 'sums': {
      const last = block.sums.length - 1;
      return rows(
        block.sums.map((pair, i) =>
          pair.map((word) => (i === last ? `<strong>${escape(word)}</strong>` : escape(word))),
        ),
      );
    }
    case 'facts':
      return block.facts
        .map(
          ([label, value]) =>
            `<p style="margin:0;${FONT};font-size:15px;line-height:24px;color:${INK};overflow-wrap:anywhere"><span style="color:${MUTED}">${escape(label)}:</span> ${escape(value)}</p>`,
        )
        .join('');
  }
}

/** The alt text is empty, because the product's name stands beside the picture. */
const pictureHtml = (contentId: string | undefined): string =>
  contentId === undefined
    ? ''
    : `<img src="cid:${escape(contentId)}" width="60" height="80" alt="" style="display:block;border:0;border-radius:4px">`;

/** @param cells of each row, as HTML: perhaps a picture, then a text and an amount */
function rows(cells: string[][]): string {
  const cell = `padding:8px 0;border-top:1px solid ${LINE};${FONT};font-size:15px;line-height:22px;color:${INK};vertical-align:top`;
  const body = cells.map((row) => {
    const [left = '', right = ''] = row.slice(-2);
    const [picture] = row.length > 2 ? row : [];
    return (
      (picture === undefined ? '<tr>' : `<tr><td width="60" style="${cell};padding-right:12px">${picture}</td>`) +
      `<td style="${cell};overflow-wrap:anywhere">${left}</td><td align="right" style="${cell};padding-left:16px;white-space:nowrap">${right}</td></tr>`
    );
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${body.join('')}</table>`;
}

const signature = ({ shop_name, email, phone, address }: Shop): string[] =>
  [shop_name, address, [phone, email].filter(Boolean).join(' · ')].filter(Boolean);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (words: string): string => words.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
