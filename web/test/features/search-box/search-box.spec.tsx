import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Suggestions } from 'contract/search/suggestions';
import { SearchBox } from '~/features/search-box/search-box';
import { recentSearches } from '~/lib/storage/recent-searches';
import { fakeApi } from '../../support/api';
import { openShop } from '../../support/shop-pages';

const NOTHING: Suggestions = { queries: [], categories: [], brands: [], products: [] };
const FOUND: Suggestions = {
  queries: ['áo thun', 'áo thun nam'],
  categories: [{ id: 3, title: 'Áo thun' }],
  brands: [{ id: 4, title: 'Thu Hà' }],
  products: [{ id: 5, name: 'Áo thun cổ tròn', image: null, min_price: 149_000 }],
};
const SUGGEST = 'GET /api/search/suggest/';

let api: ReturnType<typeof fakeApi>;
const askAi = jest.fn<void, [string]>();

async function open(at = '/') {
  const Page = () => (
    <>
      <SearchBox className="" camera={null} onAskAi={askAi} />
      <button>Khác</button>
    </>
  );
  openShop({ '/': { default: Page }, '/search': { default: Page } }, at);
  return await screen.findByLabelText<HTMLInputElement>('Tìm sản phẩm');
}

/** Focuses the box, whose script comes then. */
async function focused(at?: string) {
  const box = await open(at);
  await userEvent.click(box);
  return await screen.findByRole('combobox', { name: 'Tìm sản phẩm' });
}

async function typed(text: string) {
  const box = await focused();
  await userEvent.type(box, text);
  await screen.findByRole('listbox');
  // The list of the first letters closes while that of the whole text is on its way.
  await waitFor(() => expect(box).toHaveAttribute('aria-expanded', 'true'));
  return box;
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const active = () => screen.queryByRole('option', { selected: true })?.textContent;
const isAt = (address: string) =>
  waitFor(() => expect(screen.getAllByRole('status').at(-1)).toBeInTheDocument()).then(() =>
    screen.findByText(address),
  );

beforeEach(() => {
  askAi.mockClear();
  recentSearches.set([]);
  api = fakeApi({
    [SUGGEST]: ({ query }) => ({ body: query.includes('q=%C3%A1o') ? FOUND : NOTHING }),
  });
});

describe('the list', () => {
  test('shows suggestions in groups with headings', async () => {
    await typed('áo');
    const groups = screen.getAllByRole('group');
    expect(groups.map((group) => group.getAttribute('aria-labelledby'))).not.toContain(null);
    expect(screen.getByRole('group', { name: 'Từ khóa' })).toHaveTextContent('áo thun');
    expect(screen.getByRole('group', { name: 'Danh mục' })).toHaveTextContent('Áo thun');
    expect(screen.getByRole('group', { name: 'Thương hiệu' })).toHaveTextContent('Thu Hà');
    expect(screen.getByRole('group', { name: 'Sản phẩm' })).toHaveTextContent('149.000');
    expect(screen.getByText('5 gợi ý. Dùng phím mũi tên để chọn.')).toBeInTheDocument();
  });

  test('marks what is typed, whatever its tones', async () => {
    await typed('áo');
    const [first] = screen.getAllByRole('option');
    expect(within(first!).getByText('áo').tagName).toBe('MARK');
  });

  test('leads to searches, categories, brands and products', async () => {
    await typed('áo');
    expect(screen.getAllByRole('option').map((option) => option.getAttribute('href'))).toEqual([
      '/search?keyword=%C3%A1o+thun',
      '/search?keyword=%C3%A1o+thun+nam',
      '/search?category=3',
      '/search?brand=4',
      '/products/5',
    ]);
  });

  test('closes when the focus leaves the box', async () => {
    const box = await typed('áo');
    await userEvent.click(screen.getByRole('button', { name: 'Khác' }));
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box).toHaveAttribute('aria-expanded', 'false');
    expect(box).not.toHaveAttribute('aria-controls');
  });

  test('keeps the focus in the box when it is pressed', async () => {
    const box = await typed('áo');
    await userEvent.pointer({ keys: '[MouseLeft>]', target: screen.getByText('Danh mục') });
    expect(box).toHaveFocus();
  });

  test('stays away from a keyword that the page has put into the box', async () => {
    const box = await focused('/search?keyword=%C3%A1o');
    expect(box).toHaveValue('áo');
    expect(box).toHaveAttribute('aria-expanded', 'false');
    expect(api.to(SUGGEST)).toEqual([]);
  });
});

describe('the keyboard', () => {
  test('moves through the options and around their ends', async () => {
    const box = await typed('áo');
    expect(box).toHaveAttribute('aria-expanded', 'true');
    expect(box).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
    expect(box).not.toHaveAttribute('aria-activedescendant');
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toBe('áo thun');
    expect(box).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]!.id);
    await userEvent.keyboard('{ArrowUp}');
    expect(active()).toContain('Áo thun cổ tròn');
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toBe('áo thun');
    expect(box).toHaveFocus();
  });

  test.each(['{Home}', '{End}', '{ArrowLeft}', 'x'])('%s goes back to the text', async (key) => {
    await typed('áo');
    await userEvent.keyboard(`{ArrowDown}${key}`);
    expect(active()).toBeUndefined();
  });

  test('Enter opens the active option', async () => {
    await typed('áo');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await isAt('/products/5');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('Enter without an active option searches for the text', async () => {
    await typed('áo');
    await userEvent.keyboard('{Enter}');
    await isAt('/search?keyword=%C3%A1o&brand=0&category=0');
    expect(recentSearches.get()).toEqual(['áo']);
  });

  test('Escape closes the list and keeps the text; an arrow opens it again', async () => {
    const box = await typed('áo');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box).toHaveValue('áo');
    await userEvent.keyboard('{ArrowDown}');
    expect(await screen.findByRole('listbox')).toBeInTheDocument();
  });

  test('is not listened to while it composes', async () => {
    const box = await typed('áo');
    fireEvent.compositionStart(box);
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    expect(active()).toBeUndefined();
    fireEvent.compositionEnd(box);
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    expect(active()).toBe('áo thun');
  });
});

describe('recent searches', () => {
  test('are offered in an empty box, the last one first', async () => {
    recentSearches.set(['váy đỏ', 'áo len']);
    await focused();
    expect(await screen.findByRole('group', { name: 'Tìm kiếm gần đây' })).toBeInTheDocument();
    expect(options()).toEqual(['váy đỏ', 'áo len']);
    await userEvent.click(screen.getByRole('option', { name: 'áo len' }));
    await isAt('/search?keyword=%C3%A1o+len');
    expect(recentSearches.get()).toEqual(['áo len', 'váy đỏ']);
  });

  test('are forgotten one by one, by a press or the Delete key, and all at once', async () => {
    recentSearches.set(['một', 'hai', 'ba', 'bốn']);
    const box = await focused();
    await screen.findByRole('listbox');
    await userEvent.click(screen.getByTitle('Xóa “hai”'));
    expect(options()).toEqual(['một', 'ba', 'bốn']);
    await userEvent.keyboard('{ArrowDown}{Delete}');
    expect(options()).toEqual(['ba', 'bốn']);
    await userEvent.click(screen.getByRole('button', { name: 'Xóa tìm kiếm gần đây' }));
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(recentSearches.get()).toEqual([]);
    expect(box).toHaveFocus();
  });

  test('stand before what is searched for often', async () => {
    api.answer({ [SUGGEST]: { body: { ...NOTHING, queries: ['áo thun', 'váy đỏ'] } } });
    recentSearches.set(['váy đỏ']);
    await focused();
    expect(await screen.findByRole('group', { name: 'Được tìm nhiều' })).toHaveTextContent('áo thun');
    expect(options()).toEqual(['váy đỏ', 'áo thun']);
  });
});

describe('suggestions', () => {
  test('are asked for once somebody pauses, as few spellings as possible', async () => {
    await typed('  ÁO  ');
    expect(api.to(SUGGEST).map(({ query }) => query)).toEqual(['', 'q=%C3%A1o']);
  });

  test('that fail are none, and the form still searches', async () => {
    api.answer({ [SUGGEST]: 'unreachable' });
    const box = await focused();
    await userEvent.type(box, 'áo');
    await waitFor(() => expect(api.to(SUGGEST).length).toBeGreaterThan(1));
    expect(box).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{Enter}');
    await isAt('/search?keyword=%C3%A1o&brand=0&category=0');
  });

  test('of an older text never take the place of those of a newer one', async () => {
    let answerFirst: (reply: { body: Suggestions }) => void = () => {};
    const signals: (AbortSignal | null | undefined)[] = [];
    api.answer({
      [SUGGEST]: ({ query }) =>
        query === 'q=a' ? new Promise((resolve) => (answerFirst = resolve)) : { body: query ? FOUND : NOTHING },
    });
    const box = await focused();
    const send = jest.spyOn(globalThis, 'fetch');
    await userEvent.type(box, 'a');
    await waitFor(() => expect(api.to(SUGGEST).map(({ query }) => query)).toContain('q=a'));
    for (const [, init] of send.mock.calls) signals.push(init?.signal);
    await userEvent.type(box, 'o');
    await screen.findByRole('option', { name: 'Thu Hà' });
    expect(signals.some((signal) => signal?.aborted)).toBe(true);
    await act(async () => {
      answerFirst({ body: { ...NOTHING, queries: ['cũ'] } });
      await Promise.resolve();
    });
    expect(options()).not.toContain('cũ');
  });

  test.each([
    ['nearest', 'Gần giống sản phẩm bạn tìm'],
    ['popular', 'Được mua nhiều nhất'],
  ] as const)('that are none are said, with the AI search and other products: %s', async (offer, heading) => {
    api.answer({ [SUGGEST]: { body: { ...NOTHING, products: FOUND.products, offer } } });
    await typed('xyz');
    const ask = await screen.findByRole('option', { name: 'Tìm bằng AI: “xyz”' });
    expect(screen.getAllByRole('status')[0]).toHaveTextContent('Không có gợi ý.');
    expect(screen.getByRole('group', { name: heading })).toHaveTextContent('Áo thun cổ tròn');
    await userEvent.click(ask);
    expect(askAi.mock.calls).toEqual([['xyz']]);
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('that are none still offer the AI search, also by the keyboard', async () => {
    await typed('xyz ');
    await screen.findByRole('option', { name: 'Tìm bằng AI: “xyz”' });
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(askAi.mock.calls).toEqual([['xyz']]);
  });
});

describe('a search that loads for long', () => {
  let arrive: () => void;

  async function search(text: string) {
    const loaded = new Promise<null>((resolve) => (arrive = () => resolve(null)));
    const Page = () => <SearchBox className="" camera={null} onAskAi={askAi} />;
    openShop({ '/': { default: Page }, '/search': { default: Page, clientLoader: () => loaded } }, '/');
    await userEvent.type(await screen.findByLabelText('Tìm sản phẩm'), `${text}{Enter}`);
  }
  const box = () => screen.getByLabelText('Tìm sản phẩm');

  test('leaves the box what is typed meanwhile, and its focus', async () => {
    await search('áo');
    await userEvent.keyboard(' thun');
    act(() => arrive());
    await isAt('/search?keyword=%C3%A1o&brand=0&category=0');
    expect(box()).toHaveValue('áo thun');
    expect(box()).toHaveFocus();
  });

  test('takes the focus from the box when nothing is typed meanwhile', async () => {
    await search('áo');
    act(() => arrive());
    await isAt('/search?keyword=%C3%A1o&brand=0&category=0');
    expect(box()).toHaveValue('áo');
    expect(box()).not.toHaveFocus();
  });
});
