import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { TestPaymentsBanner, TestPaymentsContext } from '~/components/shop/test-payments';

const within = (testPayments: boolean) => (
  <TestPaymentsContext.Provider value={testPayments}>
    <TestPaymentsBanner />
  </TestPaymentsContext.Provider>
);

test('a shop that is open to the public and takes test cards says so, from the server on', () => {
  render(within(true));
  const sentence = 'Cửa hàng chạy thử: chỉ nhận thẻ thử, không trừ tiền thật.';
  expect(screen.getByRole('complementary', { name: 'Cửa hàng chạy thử' }).textContent).toBe(sentence);
  expect(renderToString(within(true))).toContain(sentence);
});

test('any other shop says nothing of it', () => {
  expect(renderToString(within(false))).toBe('');
});
