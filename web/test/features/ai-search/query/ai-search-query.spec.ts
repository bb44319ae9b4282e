import type { Chip } from 'contract/catalog/chips';
import { EMPTY, searchInputOf, withoutChip, type SearchForm } from '~/features/ai-search/query/ai-search-query';

const picture = new File(['x'], 'ao.jpg', { type: 'image/jpeg' });
const crop = { left: 0.25, top: 0, right: 1, bottom: 0.5 };
const form = (changed: Partial<SearchForm>): SearchForm => ({ ...EMPTY, ...changed });

test('each tab sends only its own inputs', () => {
  const full = { text: '  áo đen ', picture, crop, ignore: ['color'] as const };
  expect(searchInputOf(form({ ...full, tab: 'text' }))).toEqual({
    tab: 'text',
    text: 'áo đen',
    picture: null,
    crop: null,
    ignore: [],
  });
  expect(searchInputOf(form({ ...full, tab: 'image' }))).toEqual({
    tab: 'image',
    text: '',
    picture,
    crop,
    ignore: ['color'],
  });
  expect(searchInputOf(form({ ...full, tab: 'combined' }))).toEqual({
    tab: 'combined',
    text: 'áo đen',
    picture,
    crop,
    ignore: ['color'],
  });
});

test("text is NFC-normalized, so that positions match the server's", () => {
  const pieces = 'áo đỏ'.normalize('NFD');
  expect(pieces).not.toHaveLength(5);
  expect(searchInputOf(form({ text: pieces })).text).toBe('áo đỏ');
});

test('removing a picture chip ignores its aspect; other picture chips cannot be removed', () => {
  const input = searchInputOf(form({ tab: 'combined', picture, ignore: ['type'] }));
  const imageChip = (kind: Chip['kind']): Chip => ({ kind, label: 'đen', of: 'image' });
  expect(withoutChip(input, imageChip('color'))?.ignore).toEqual(['type', 'color']);
  expect(withoutChip(input, imageChip('style'))).toBeNull();
  expect(withoutChip(input, { kind: 'color', label: 'đen', of: 'text' })).toBeNull();
});
