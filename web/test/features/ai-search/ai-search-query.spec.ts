import type { Chip } from 'contract/ai-search';
import { EMPTY, searchInputOf, withoutChip, textWithout, type SearchForm } from '~/features/ai-search/ai-search-query';

const picture = new File(['x'], 'ao.jpg', { type: 'image/jpeg' });
const form = (changed: Partial<SearchForm>): SearchForm => ({ ...EMPTY, ...changed });

/** Cuts the first `part` out of a text. */
const without = (text: string, part: string) => textWithout(text, text.indexOf(part), text.indexOf(part) + part.length);

test.each([
  ['áo khoác đen dưới 500k', 'đen', 'áo khoác dưới 500k'],
  ['áo khoác đen dưới 500k', 'áo khoác', 'đen dưới 500k'],
  ['áo khoác đen dưới 500k', 'dưới 500k', 'áo khoác đen'],
  ['áo khoác, đen, dưới 500k', 'đen', 'áo khoác, dưới 500k'],
  ['áo khoác, đen', 'đen', 'áo khoác'],
  ['đen, áo khoác', 'đen', 'áo khoác'],
  ['áo   đen   cotton', 'đen', 'áo cotton'],
  ['áo\nđen', 'áo', 'đen'],
  ['đen', 'đen', ''],
])('"%s" without "%s" is "%s"', (text, part, left) => {
  expect(without(text, part)).toBe(left);
});

test('each tab sends only its own inputs', () => {
  const full = { text: '  áo đen ', picture, ignore: ['color'] as const };
  expect(searchInputOf(form({ ...full, tab: 'text' }))).toEqual({
    tab: 'text',
    text: 'áo đen',
    picture: null,
    ignore: [],
  });
  expect(searchInputOf(form({ ...full, tab: 'image' }))).toEqual({
    tab: 'image',
    text: '',
    picture,
    ignore: ['color'],
  });
  expect(searchInputOf(form({ ...full, tab: 'combined' }))).toEqual({
    tab: 'combined',
    text: 'áo đen',
    picture,
    ignore: ['color'],
  });
});

test("text is NFC-normalized, so that positions match the server's", () => {
  const pieces = 'áo đỏ'.normalize('NFD');
  expect(pieces).not.toHaveLength(5);
  expect(searchInputOf(form({ text: pieces })).text).toBe('áo đỏ');
});

test('removing a picture chip ignores its aspect; other picture chips cannot be removed', () => {
  const asked = searchInputOf(form({ tab: 'combined', picture, ignore: ['type'] }));
  const seen = (kind: Chip['kind']): Chip => ({ kind, label: 'đen', of: 'image' });
  expect(withoutChip(asked, seen('color'))?.ignore).toEqual(['type', 'color']);
  expect(withoutChip(asked, seen('style'))).toBeNull();
  expect(withoutChip(asked, { kind: 'color', label: 'đen', of: 'text' })).toBeNull();
});
