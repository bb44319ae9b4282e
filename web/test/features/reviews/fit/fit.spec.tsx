import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FitBar } from '~/features/reviews/fit/fit-bar';
import { fitSummary } from '~/features/reviews/fit/fit-votes';
import { Reviews } from '~/features/reviews/reviews';
import { sendForm } from '~/features/reviews/review-fields';
import { fakeApi } from '../../../support/api';
import { product, signedIn } from '../../../support/given';
import { openShop, press } from '../../../support/shop-pages';

test('five votes show a bar with the count of each fit', () => {
  render(<FitBar votes={{ tight: 1, right: 3, loose: 1 }} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Chật 1', 'Vừa 3', 'Rộng 1']);
  expect(screen.getByText('Độ vừa (5 người mua đánh giá)')).toBeVisible();
  expect(fitSummary({ tight: 1, right: 3, loose: 1 })).toBe('60% thấy vừa');
  expect(fitSummary({ tight: 4, right: 1, loose: 0 })).toBe('80% thấy chật');
});

test('too few votes on the fit show no summary', () => {
  const votes = { tight: 1, right: 3, loose: 0 };
  const { container } = render(<FitBar votes={votes} />);
  expect(container).toBeEmptyDOMElement();
  expect(fitSummary(votes)).toBeNull();
});

describe('the form of a review', () => {
  let api: ReturnType<typeof fakeApi>;
  beforeEach(() => {
    signedIn();
    api = fakeApi({ 'POST /api/products/5/reviews/': { status: 400, body: { detail: 'Lỗi' } } });
  });

  function open(sizes = [{ id: 1, name: 'M' }]) {
    const Page = () => <Reviews product={product({ available_sizes: sizes })} />;
    const clientAction = async ({ request }: { request: Request }) => sendForm(5, await request.formData());
    openShop({ 'products/:id': { default: Page, clientAction } }, '/products/5');
  }
  const write = async () => {
    await userEvent.click(await screen.findByRole('radio', { name: /5/ }));
    await userEvent.type(screen.getByRole('textbox', { name: /Nhận xét/ }), 'Đẹp');
  };
  const sent = () => api.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

  test('sends the chosen fit, and keeps it when the review is refused', async () => {
    open();
    await write();
    await press('Rộng');
    await press('Gửi đánh giá');
    await screen.findByText('Lỗi');
    expect(sent()).toEqual([{ rating: 5, comment: 'Đẹp', fit: 'loose' }]);
    expect(screen.getByRole('button', { name: 'Rộng' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('sends no vote that was not given, or was taken back', async () => {
    open();
    await write();
    await press('Chật');
    await press('Chật');
    await press('Gửi đánh giá');
    await screen.findByText('Lỗi');
    expect(sent()).toEqual([{ rating: 5, comment: 'Đẹp' }]);
  });

  test('does not ask for the fit of goods without sizes', async () => {
    open([]);
    await screen.findByRole('button', { name: 'Gửi đánh giá' });
    expect(screen.queryByRole('button', { name: 'Vừa' })).toBeNull();
  });
});
