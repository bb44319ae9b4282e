import { chipsOf } from '../chips.js';
import { flatten } from '../flat-text.js';
import { bodyMeasuresOf, heightsOf } from './numbers/heights.js';
import { isColorGuess } from './correction.js';
import { readTerms, isOfKind, narrowest, materialsAsTypes } from './meaning-terms.js';
import { isGuessed, tonedFiller } from './guess.js';
import { meantWords, typedWords } from './meant-words.js';
import { readPrices } from './numbers/prices.js';
import { read, type ReadingPiece, type ReadingSources } from './reading.js';
import { readSizes } from './sizes.js';
import { toneLast, tokensOf, type Token } from '../tokens.js';
import type { ParsedQuery } from './parsed-query.js';
import type { WordIndex } from '../word-index.js';

/** Parses a query. Never throws, whatever the text contains. */
export function parseQuery(text: string, index: WordIndex): ParsedQuery {
  const flat = flatten(text);
  const place = <Term extends { start: number; end: number }>(term: Term): Term => ({
    ...term,
    start: flat.places[term.start] ?? 0,
    end: flat.places[term.end] ?? text.length,
  });
  const flatPrices = readPrices(flat.folded, flat.written);
  const prices = flatPrices.map(place);
  const sizes = readSizes(blanked(flat.folded, flatPrices), flat.written).map(place);
  const correction = index.correction();
  const tokens = correction.cutRuns(text, tokensOf(text));
  const heights = heightsOf(tokens);
  const named = brandsOf(tokens, index, (_, length) => length > 1);
  const taken = [...prices, ...sizes, ...heights, ...named, ...bodyMeasuresOf(tokens), ...searchVerb(tokens)];
  const isTaken = (at: number) => {
    const token = tokens[at];
    return token !== undefined && taken.some(({ start, end }) => token.start < end && token.end > start);
  };
  const pieces = surestReading(tokens, {
    alternatives: correction.alternatives(tokens.at(-1)),
    isKnown: (word) => correction.has(word),
    isWritten: (word) => index.postings.isWritten(word),
    isTaken,
    isName: index.isNamed(tokens),
  });
  const { terms: said, unwanted } = readTerms(pieces, tokens, isTaken);
  const terms = materialsAsTypes(said, tokens);
  const brands = [...named, ...brandsOf(tokens, index, isFree(pieces))];
  const loose = pieces.filter((piece) => piece.phrase === null && !isTaken(piece.from) && !unwanted.has(piece));
  const free = loose.filter(({ from }) => !brands.some((brand) => isInside(tokens[from], brand)));
  const words = free.filter(({ isKnown }) => isKnown).map((piece) => wordOf(piece, tokens));
  const isGuess = isGuessed(pieces, tokens);
  const meant = meantWords(pieces, tokens, isTaken, index);
  const understanding: ParsedQuery = {
    chips: [],
    types: narrowest(terms.filter(isOfKind('type'))),
    colors: terms.filter(isOfKind('color')),
    genders: terms.filter(isOfKind('gender')),
    materials: terms.filter(isOfKind('material')),
    occasions: terms.filter(isOfKind('occasion')),
    styles: terms.filter(isOfKind('style')),
    sizes,
    heights,
    price: prices.find(({ isCheap }) => !isCheap) ?? null,
    cheap: prices.find(({ isCheap }) => isCheap) ?? null,
    brands,
    words: isGuess ? [...words, ...tonedFiller(pieces, tokens)] : words,
    meant,
    typed: typedWords(meant, pieces, tokens, isTaken),
    unknown: free.filter(({ isKnown }) => !isKnown).length,
    correction: corrected(text, pieces, tokens, index),
    isGuess,
  };
  return { ...understanding, chips: chipsOf(text, understanding) };
}

/** "tim vay" looks for a dress, "vay tim" for a violet one. */
const searchVerb = ([first, second]: Token[]) => (first?.typed === 'tim' && second ? [first] : []);

const isInside = (token: Token | undefined, span: { start: number; end: number }) =>
  token !== undefined && token.start < span.end && token.end > span.start;

/**
 * Most queries name a garment type. If none is read, words that only sound like a type are accepted too: "dày thể thao" is
 * read as sports shoes.
 */
function likeliestReading(tokens: Token[], sources: ReadingSources): ReadingPiece[] {
  const strict = read(tokens, sources);
  if (strict.some(hasType)) return strict;
  const generous = read(tokens, { ...sources, isBySound: true });
  return generous.some(hasType) ? generous : strict;
}

/**
 * In a text that names no garment as typed, a word with other letters is no colour either: "ghe van phong" are office chairs,
 * not something grey ("ghi") for the office.
 */
function surestReading(tokens: Token[], sources: ReadingSources & Required<Pick<ReadingSources, 'alternatives'>>) {
  const pieces = likeliestReading(tokens, sources);
  if (!isGuessed(pieces, tokens)) return pieces;
  const alternatives = (token: Token) => sources.alternatives(token).filter(({ word }) => !isColorGuess(token, word));
  return likeliestReading(tokens, { ...sources, alternatives });
}

const hasType = ({ phrase }: ReadingPiece) => phrase?.says.some(({ meaning }) => meaning.kind === 'type') ?? false;

/** Blanks out prices, so that they are not read as sizes: "từ 38 đến 40 nghìn". */
function blanked(folded: string, spans: { start: number; end: number }[]): string {
  return spans.reduce(
    (text, { start, end }) => text.slice(0, start) + '#'.repeat(end - start) + text.slice(end),
    folded,
  );
}

function wordOf({ word, from }: ReadingPiece, tokens: Token[]) {
  const { typed = word, folded = word } = tokens[from] ?? {};
  const isAsTyped = folded === word;
  return { folded: word, toned: isAsTyped && typed !== folded ? toneLast(typed) : null, typed };
}

/** The corrected text; null if it differs from the typed one at most in tones. */
function corrected(text: string, pieces: ReadingPiece[], tokens: Token[], index: WordIndex): string | null {
  let made = '';
  let done = 0;
  let isOther = false;
  for (const { phrase, from, to, word, isKnown } of pieces) {
    for (let at = from; at < to; at++) {
      const { start, end, folded, typed } = tokens[at] ?? { start: done, end: done, folded: '', typed: '' };
      const meant = phrase ? (phrase.folded[at - from] ?? folded) : isKnown ? word : folded;
      const isCut = at > 0 && start === done;
      const isTypo = meant !== folded;
      isOther ||= isTypo || isCut;
      const asTyped = isCut ? typed : text.slice(start, end);
      const written = phrase?.written[at - from] ?? (isTypo ? index.spelling(meant) : asTyped);
      made += `${text.slice(done, start)}${isCut ? ' ' : ''}${written}`;
      done = end;
    }
  }
  return isOther ? made + text.slice(done) : null;
}

/**
 * Finds the shop's brands in a text.
 * @param isName whether the tokens from `at` on may be a name rather than words that say what they mean
 */
function brandsOf(
  tokens: Token[],
  index: WordIndex,
  isName: (at: number, length: number) => boolean,
): ParsedQuery['brands'] {
  const brands: ParsedQuery['brands'] = [];
  for (let at = 0; at < tokens.length; at++) {
    const named = index.brandAt(tokens, at);
    if (!named || !isName(at, named.length)) continue;
    const last = at + named.length - 1;
    brands.push({ brand: named.brand, start: tokens[at]?.start ?? 0, end: tokens[last]?.end ?? 0 });
    at = last;
  }
  return brands;
}

/** Of a brand of one word: whether it was read as nothing else. */
const isFree = (pieces: ReadingPiece[]) => (at: number) =>
  pieces.some(({ from, phrase, word }) => from === at && phrase === null && word !== '');
