import { act, render } from '@testing-library/react';
import { supportPageTranslation } from '~/routing/document/page-translation';

beforeAll(supportPageTranslation);

/** How translators put an element in the place of a text node: Chrome's, others' that keep the node inside or replace it. */
const TRANSLATORS = {
  'puts its element before the text and removes the text': (text: Text, translation: Element) => {
    translation.textContent = english(text.data);
    text.before(translation);
    text.remove();
  },
  'moves the text into its element': (text: Text, translation: Element) => {
    text.before(translation);
    translation.append(text);
  },
  'replaces the text by its element': (text: Text, translation: Element) => {
    translation.textContent = english(text.data);
    text.replaceWith(translation);
  },
};

const english = (text: string) => text.replace('Còn', 'Left:').replace('Hết hàng', 'Sold out');

/** Translates every text of the page, and waits until the page has noticed. */
async function translate(page: HTMLElement, substitute: (text: Text, translation: Element) => void) {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) substitute(text, document.createElement('font'));
  await act(async () => {});
}

const Stock = ({ stock }: { stock: number }) => (
  <p>
    {stock > 9 && <b>Nhiều! </b>}
    {stock > 0 ? <>Còn {stock}</> : 'Hết hàng'}, 199.000 ₫
  </p>
);

describe.each(Object.entries(TRANSLATORS))('where a translator %s', (_, substitute) => {
  test.each([
    ['changes', 2, 'Còn 2, 199.000 ₫'],
    ['goes', 0, 'Hết hàng, 199.000 ₫'],
    ['gets something before it', 10, 'Nhiều! Còn 10, 199.000 ₫'],
  ])('a text that %s is shown as it is now', async (_change, stock, shown) => {
    const { container, rerender } = render(<Stock stock={3} />);
    await translate(container, substitute);
    rerender(<Stock stock={stock} />);
    expect(container.textContent).toMatch(new RegExp(`^${shown.replace('Còn', '(Còn|Left:)')}$`));
    await translate(container, substitute);
    rerender(<Stock stock={3} />);
    expect(container.textContent).toMatch(/^(Còn|Left:) 3, 199.000 ₫$/);
  });
});

test('what an extension has removed breaks no page', () => {
  const Hint = ({ isShown = true }) => (
    <div>
      {isShown && <b>Mới</b>}
      <i>Áo</i>
    </div>
  );
  const { container, rerender } = render(<Hint />);
  container.querySelector('b')!.remove();
  rerender(<Hint isShown={false} />);
  container.querySelector('i')!.remove();
  rerender(<Hint />);
  expect(container.textContent).toBe('Mới');
});
