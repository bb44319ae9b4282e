import { Parser } from 'htmlparser2';

/** Elements that begin and end a line. */
const BLOCKS = new Set(
  'p br div ul ol li table tr h1 h2 h3 h4 h5 h6 blockquote pre section article header footer'.split(' '),
);
/** Elements whose content is not readable text. */
const HIDDEN = new Set(['script', 'style']);

/**
 * Converts HTML to plain text, a line for each paragraph or list item. A text without HTML
 * keeps its lines.
 */
export function htmlToText(html: string): string {
  const [, verbatim] = /^<pre>([^]*)<\/pre>$/.exec(html) ?? [];
  if (verbatim !== undefined && !verbatim.includes('<')) return textOf(verbatim);
  // Each match ends before the next tag, so that a file of "<p<p<p" takes no longer than others.
  const isHtml = /<\/?[a-z!][^<>]*>|&(#\w+|[a-z]+);/i.test(html);
  const text = isHtml ? textOf(html.replace(/\s+/g, ' ')) : html;
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

/** Converts text to HTML that `htmlToText` converts back to the same text: a paragraph for each line where possible. */
export function textToHtml(text: string): string {
  if (text === '') return '';
  const lines = escaped(text).split('\n');
  const html = lines.map((line) => `<p>${line}</p>`).join('');
  return htmlToText(html) === text ? html : `<pre>${lines.join('\n')}</pre>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns the text of HTML with entities decoded, spaces unchanged, and a line break around each block. */
function textOf(html: string): string {
  let text = '';
  let hidden = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (HIDDEN.has(name)) hidden += 1;
      if (BLOCKS.has(name)) text += name === 'li' ? '\n• ' : '\n';
      if (name === 'td' || name === 'th') text += ' ';
    },
    ontext(data) {
      if (hidden === 0) text += data;
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden -= 1;
      if (BLOCKS.has(name)) text += '\n';
    },
  });
  parser.end(html);
  return text;
}
