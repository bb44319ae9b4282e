import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import CardForm from '~/features/checkout/card/card-field';

type Confirmed = { error?: object; paymentIntent?: object };
const confirmPayment = jest.fn<Promise<Confirmed>, [object]>();
const mockElements = { update: jest.fn() };

/** The provider's fields are tried in a real browser; here they are ready at once and answer as each test says. */
jest.mock('@stripe/react-stripe-js', () => ({
  Elements: ({ children }: { children: React.ReactNode }) => children,
  useStripe: () => ({ confirmPayment }),
  useElements: () => mockElements,
  PaymentElement: function Ready({ onReady }: { onReady: () => void }) {
    useEffect(onReady);
    return null;
  },
}));

const texts = {
  unavailable: 'Could not initialize payment...',
  unsuccessful: 'Payment was not successful!',
  refused: ({ message }: { message?: string }) => message ?? 'An unexpected error occurred.',
};
const onCharged = jest.fn();

function open() {
  const provider = { publishable_key: 'pk_test', script_url: '/stripe.js' };
  render(
    <CardForm
      {...{
        provider,
        texts,
        onCharged,
        clientSecret: 'pi_1_secret',
        label: 'Trả 5 VND',
        returnPath: '/confirmation?id=31',
        afterDecline: 'Thử thẻ khác.',
      }}
      layOut={(button) => <div role="group">{button}</div>}
      onCancel={() => undefined}
    />,
  );
}
const charge = async () => userEvent.click(await screen.findByRole('button', { name: 'Trả 5 VND' }));

beforeEach(() => {
  confirmPayment.mockReset();
  onCharged.mockReset();
});

test('a successful charge is reported once and cannot be sent again', async () => {
  confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
  open();
  await charge();
  expect(onCharged.mock.calls).toEqual([['pi_1']]);
  expect(screen.getByRole('button', { name: 'Trả 5 VND' })).toBeDisabled();
  expect(confirmPayment).toHaveBeenCalledWith({
    elements: mockElements,
    confirmParams: { return_url: 'http://localhost/confirmation?id=31' },
    redirect: 'if_required',
  });
});

test('the provider’s fields take the colours of a scheme that is chosen while its script loads, or afterwards', async () => {
  mockElements.update.mockClear();
  open();
  await screen.findByRole('button', { name: 'Trả 5 VND' });
  expect(mockElements.update).toHaveBeenCalledTimes(1);
  document.documentElement.dataset.theme = 'dark';
  await waitFor(() => expect(mockElements.update).toHaveBeenCalledTimes(2));
  expect(mockElements.update).toHaveBeenCalledWith({
    appearance: { variables: expect.objectContaining({ colorText: expect.any(String) as string }) as object },
  });
  delete document.documentElement.dataset.theme;
});

test('a charge that had already succeeded is reported, although its first response was lost', async () => {
  confirmPayment.mockResolvedValue({
    error: { type: 'invalid_request_error', payment_intent: { id: 'pi_1', status: 'succeeded' } },
  });
  open();
  await charge();
  expect(onCharged).toHaveBeenCalledWith('pi_1');
});

test.each([
  [
    'refused by the bank',
    { error: { type: 'card_error', message: 'Thẻ của bạn bị từ chối.' } },
    'Thẻ của bạn bị từ chối.',
  ],
  ['without a reason', { error: { type: 'api_error' } }, 'An unexpected error occurred.'],
  ['that did not move the money', { paymentIntent: { id: 'pi_1', status: 'canceled' } }, 'Payment was not successful!'],
])('a charge %s shows the reason and can be retried', async (_, answer, sentence) => {
  confirmPayment.mockResolvedValue(answer);
  open();
  await charge();
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(onCharged).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Trả 5 VND' })).toBeEnabled();
});

test('a page that the browser kept while the bank was asked elsewhere can charge again', async () => {
  const comesBack = (persisted: boolean) =>
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted })));
  confirmPayment.mockReturnValue(new Promise(() => undefined));
  open();
  await charge();
  comesBack(false);
  expect(screen.getByRole('button', { name: 'Trả 5 VND' })).toBeDisabled();
  comesBack(true);
  expect(screen.getByRole('button', { name: 'Trả 5 VND' })).toBeEnabled();
  await charge();
  expect(confirmPayment).toHaveBeenCalledTimes(2);
});

test('a card typed wrong leaves its message to the fields of the provider, which show it', async () => {
  confirmPayment.mockResolvedValue({ error: { type: 'validation_error', message: 'Số thẻ chưa đầy đủ.' } });
  open();
  await charge();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Trả 5 VND' })).toBeEnabled());
  expect(confirmPayment).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a declined card shows the reason and what to do next', async () => {
  confirmPayment.mockResolvedValue({ error: { type: 'card_error', message: 'Thẻ của bạn bị từ chối.' } });
  open();
  await charge();
  expect(await screen.findByText('Thử thẻ khác.')).toBeVisible();
});

test('the layout has the button that charges only: the reason and the way out stay with the fields', async () => {
  confirmPayment.mockResolvedValue({ error: { type: 'card_error', message: 'Thẻ của bạn bị từ chối.' } });
  open();
  await charge();
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('group')).toHaveTextContent(/^Trả 5 VND$/);
});

test.each([
  ['has no answer', () => Promise.reject(new Error('the network'))],
  ['is interrupted', () => Promise.resolve({ error: { type: 'api_connection_error' } })],
])('a charge that %s says that pressing again is safe', async (_, answer) => {
  confirmPayment.mockImplementation(answer);
  open();
  await charge();
  expect(await screen.findByText('Bấm lần nữa để thử lại: thẻ không bị trừ tiền hai lần.')).toBeVisible();
  expect(screen.queryByText('Thử thẻ khác.')).toBeNull();
});

test('a charge with an unknown result claims neither success nor failure', async () => {
  confirmPayment.mockRejectedValue(new Error('the network'));
  open();
  await charge();
  expect(await screen.findByText('An unexpected error occurred.')).toBeVisible();
  expect(onCharged).not.toHaveBeenCalled();
});

test('a card script that fails to load shows an error with a retry', async () => {
  open();
  const script = () => document.head.querySelector<HTMLScriptElement>('script[src="/stripe.js"]');
  script()?.dispatchEvent(new Event('error'));
  expect(await screen.findByText('Could not initialize payment...')).toBeVisible();
  expect(script()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(script()).not.toBeNull();
  // The button is gone, and the focus stays at the form.
  expect(document.body).not.toHaveFocus();
});
