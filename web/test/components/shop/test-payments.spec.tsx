import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { TestPaymentsBanner, TestPaymentsContext } from '~/components/shop/test-payments';

const within = (testPayments: boolean) => (
  <TestPaymentsContext.Provider value={testPayments}>
    <TestPaymentsBanner />
  </TestPaymentsContext.Provider>
);

test("a public shop with test payments shows the notice in the server's HTML", () => {
  render(within(true));
  const sentence = 'Cửa hàng chạy thử: chỉ nhận thẻ thử, không trừ tiền thật.';
  expect(screen.getByRole('complementary', { name: 'Cửa hàng chạy thử' }).textContent).toBe(sentence);
  expect(renderToString(within(true))).toContain(sentence);
});

test('without test payments there is no notice', () => {
  expect(renderToString(within(false))).toBe('');
});
