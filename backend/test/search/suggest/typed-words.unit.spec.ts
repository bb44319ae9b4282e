import {
  PREFIX_MATCH,
  matchInOrder,
  prefixMatchOf,
  matchOfText,
  offeredWords,
  readTyped,
} from '../../../src/search/suggest/typed-words.js';
import { WordList } from '../../../src/search/suggest/word-list.js';
import { facts } from '../text/shop.js';

const list = new WordList();
list.learn(facts('Áo thun nam cổ tròn Boss', { category: 'Áo thun', colors: ['Đỏ'] }));

const read = (text: string) => readTyped(text, list).map((forms) => forms.map(({ typed }) => typed).join('|'));

describe('what is typed', () => {
  test.each([
    ['áo thu', ['áo', 'thu']],
    ['  ÁO   Thu ', ['áo', 'thu']],
    ['aos thun', ['áo', 'thun']],
    ['ddaamf', ['đầm']],
    ['vay d', ['vay', 'd']],
    ['vayd', ['vay', 'd']],
    ['aothunna', ['ao', 'thun', 'na']],
    ['boss', ['boss']],
    ['bos', ['bos|bó']],
    ['xqz', ['xqz']],
    ['', []],
    ['!?', []],
  ])('"%s" is read as %j', (text, words) => expect(read(text)).toEqual(words));

  test('of a long text the first words are read', () => {
    expect(read('áo '.repeat(60))).toHaveLength(8);
  });

  test('a long run of letters is not cut', () => expect(read('ao'.repeat(40))).toEqual(['ao'.repeat(40)]));
});

describe('a typed word', () => {
  const fit = (typed: string, offered: string, isLast = true) =>
    prefixMatchOf(
      [{ typed, folded: typed.normalize('NFD').replace(/\p{M}/gu, '').replace('đ', 'd') }],
      offeredWords(offered)[0]!,
      isLast,
    );

  test.each([
    ['thun', 'thun', PREFIX_MATCH.written],
    ['vay', 'váy', PREFIX_MATCH.written],
    ['vá', 'váy', PREFIX_MATCH.written],
    ['vá', 'vải', PREFIX_MATCH.folded],
    ['váy', 'vảy', PREFIX_MATCH.folded],
    ['đâ', 'đầm', PREFIX_MATCH.written],
    ['hoạ', 'họa', PREFIX_MATCH.written],
    ['th', 'thun', PREFIX_MATCH.written],
    ['un', 'thun', PREFIX_MATCH.no],
  ] as const)('"%s" of "%s" fits as %i', (typed, offered, expected) => expect(fit(typed, offered)).toBe(expected));

  test('before the last is whole', () => expect(fit('th', 'thun', false)).toBe(PREFIX_MATCH.no));
});

describe('a text', () => {
  const fit = (typed: string, offered: string) => matchOfText(readTyped(typed, list), offeredWords(offered));

  test('that has the tones is before one that begins so without them', () =>
    expect(fit('đỏ', 'váy đỏ')).toBeGreaterThan(fit('đỏ', 'đo đạc')));
  test('that begins so is before one that has the words', () =>
    expect(fit('áo th', 'áo thun nam')).toBeGreaterThan(fit('áo th', 'bộ áo thun')));
  test('where a word goes on is as good as one that has it whole', () =>
    expect(fit('áo thu', 'áo thun')).toBe(fit('áo thu', 'áo thu đông')));
  test('that lacks a word does not fit', () => expect(fit('áo thun đỏ', 'áo thun')).toBe(0));

  const inOrder = (typed: string, offered: string) => matchInOrder(readTyped(typed, list), offeredWords(offered));

  test('in which the words stand together is before one in which others stand between them', () => {
    expect(inOrder('áo nam', 'áo nam trơn')).toBeGreaterThan(inOrder('áo nam', 'áo thun nam'));
    expect(inOrder('áo nam', 'bộ áo nam')).toBeGreaterThan(inOrder('áo nam', 'áo thun nam'));
  });
  test('with the tones but words between is before one that has other tones', () =>
    expect(inOrder('đỏ tròn', 'đỏ cổ tròn')).toBeGreaterThan(inOrder('đỏ tròn', 'đo tron')));
  test('in which the words stand in another order does not fit', () =>
    expect(inOrder('nam áo', 'áo thun nam')).toBe(0));
});
