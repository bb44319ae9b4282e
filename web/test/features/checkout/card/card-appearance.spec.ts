import { cardAppearance } from '~/features/checkout/card/card-appearance';

test('placeholders have a colour of text, which is dark enough to be read', () => {
  const { style } = document.documentElement;
  style.setProperty('--color-muted', '#5d574d');
  style.setProperty('--color-line-strong', '#8a8275');
  expect(cardAppearance().variables).toMatchObject({ colorTextPlaceholder: '#5d574d' });
  document.documentElement.removeAttribute('style');
});
