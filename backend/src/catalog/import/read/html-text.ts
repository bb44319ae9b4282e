const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
};

/**
 * Converts HTML to plain text, a line for each paragraph or list item. A text without HTML
 * keeps its lines.
 */
export function htmlToText(html: string): string {
  const [, verbatim] = /^<pre>([^]*)<\/pre>$/.exec(html) ?? [];
  if (verbatim !== undefined && !verbatim.includes('<')) return unescaped(verbatim);
  const isHtml = /<\/?[a-z!][^>]*>|&(#\w+|[a-z]+);/i.test(html);
  const text = html
    .replace(/<!--[^]*?-->|<(script|style)\b[^]*?<\/\1\s*>/gi, '')
    .replace(isHtml ? /\s+/g : /[^\S\n]+/g, ' ')
    .replace(/<li\b[^>]*>/gi, '\n• ')
    .replace(/<br\b[^>]*>|<\/?(p|div|ul|ol|table|tr|h[1-6]|blockquote)\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '');
  return unescaped(text)
    .replace(/[^\S\n]*\n\s*/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}

/** A text as HTML that `htmlToText` reads as the very same text: a paragraph for each line, where that will do. */
export function textToHtml(text: string): string {
  if (text === '') return '';
  const lines = escaped(text).split('\n');
  const html = lines.map((line) => `<p>${line}</p>`).join('');
  return htmlToText(html) === text ? html : `<pre>${lines.join('\n')}</pre>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const unescaped = (text: string) =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => entity(name.toLowerCase()) ?? whole);

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name];
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isCharacter = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : ' ';
}
