/*
 * Folded, many number words are other words, too: "nam" is "năm" (five) and a man, "ngan" is "ngàn" (thousand) and "ngắn"
 * (short). The price patterns read folded text, so what is no number is hidden from them first.
 */

/** How number words and "giá" are written. A unit and "giá" may stand without tones in any text. */
const WRITTEN: Record<string, string[]> = {
  mot: ['một'],
  hai: ['hai'],
  ba: ['ba'],
  bon: ['bốn'],
  tu: ['tư'],
  nam: ['năm'],
  lam: ['lăm'],
  sau: ['sáu'],
  bay: ['bảy', 'bẩy'],
  tam: ['tám'],
  chin: ['chín'],
  muoi: ['mười', 'mươi'],
  ngan: ['ngàn', 'ngan'],
  cu: ['củ', 'cu'],
  gia: ['giá', 'gia'],
};
const NUMBER_WORDS = new RegExp(String.raw`\b(?:${Object.keys(WRITTEN).join('|')})\b`, 'g');
/** Words of the price patterns: "từ 200k", "ngân sách". Before a unit they would be numbers: "tầm trăm rưỡi". */
const BEFORE_PRICES = new Set(['từ', 'tầm', 'ngân']);
const UNIT = /^\s+(?:tram|xi|lit|muoi|chuc|nghin|ngan|canh|trieu|tr|cu|chai)\b/;
/** Without tones, these are a number before a plain unit only: "quan nam ngan" are short trousers, "ba cu" a grandmother. */
const DOUBTFUL = /\b(?:ba|tu|nam|lam|sau|bay|tam)(?=\s+(?:ngan|cu|chai)\b)/g;

/** A person's height, where no word says that it is a price: "nữ 1m55 50kg", "1m6 - 1m7". */
const HEIGHT =
  /(?<![a-z0-9.,])(?:1\s?m\s?[3-9]\d?|2\s?m\s?(?:0\d?|1))(?![a-z0-9]|[.,]\d|\s*(?:vnd|dong|d|₫)(?![a-z0-9]))/g;
/** "Gia đình" is a family. */
const PRICE_WORD = /\b(?:gia(?! dinh\b)|ngan sach|tui tien|budget)\b[^,;\d]*$/;

const hidden = (text: string) => '\u0000'.repeat(text.length);

/**
 * Hides the words that are no numbers and the heights that are no prices. The text keeps its length.
 * @param folded the text, folded letter by letter
 * @param written the text with its tones
 */
export function maskHomographs(folded: string, written: string): string {
  const words = hasTones(folded, written) ? byTones(folded, written) : folded.replace(DOUBTFUL, hidden);
  return words.replace(HEIGHT, (height, at: number) => (PRICE_WORD.test(words.slice(0, at)) ? height : hidden(height)));
}

/** Whether a text is written with tones; "đ" alone may be the currency. */
const hasTones = (folded: string, written: string) => written.replaceAll('đ', 'd') !== folded;

const byTones = (folded: string, written: string) =>
  folded.replace(NUMBER_WORDS, (word, at: number) => {
    const end = at + word.length;
    const own = written.slice(at, end);
    const isKept = WRITTEN[word]?.includes(own) || (BEFORE_PRICES.has(own) && !UNIT.test(folded.slice(end)));
    return isKept ? word : hidden(word);
  });
