import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { isCompleteAddress } from '~/features/addresses/address-draft';
import { shippingAddress } from '~/features/addresses/shipping-address';
import { couponCode, paymentMethod } from '~/features/checkout/checkout';
import { isStorageKept, stored } from '~/lib/storage/stored';

const readCount = (value: unknown) => (typeof value === 'number' ? value : 0);

test('a stored value survives the page and keeps its identity until it changes', () => {
  const list = stored<string[]>('list', (value) => (Array.isArray(value) ? value.map(String) : []));
  list.set(['a']);
  expect(localStorage.getItem('list')).toBe('["a"]');
  expect(list.get()).toBe(list.get());
  list.set((current) => [...current, 'b']);
  expect(list.get()).toEqual(['a', 'b']);
});

test.each(['{"half":', 'null', '"text"', '[]', ''])('an invalid value (%s) counts as empty', (broken) => {
  localStorage.setItem('count', broken);
  expect(stored('count', readCount).get()).toBe(0);
});

test('components follow changes, also from another tab', () => {
  const count = stored('count', readCount);
  const Shown = () => <p>{count.use()}</p>;
  render(<Shown />);
  act(() => count.set(1));
  expect(screen.getByText('1')).toBeVisible();

  localStorage.setItem('count', '2');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'count', newValue: '2' })));
  expect(screen.getByText('2')).toBeVisible();

  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  expect(screen.getByText('0')).toBeVisible();
});

test('a page that was kept for going back shows what another changed meanwhile', () => {
  const count = stored('count', readCount);
  const Shown = () => <p>{count.use()}</p>;
  const { unmount } = render(<Shown />);
  act(() => count.set(1));
  localStorage.setItem('count', '2'); // A kept page gets no event of it.
  expect(screen.getByText('1')).toBeVisible();
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(screen.getByText('2')).toBeVisible();
  unmount();
  const read = jest.spyOn(Storage.prototype, 'getItem');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(read).not.toHaveBeenCalled();
});

test('the server renders the empty value', () => {
  const count = stored('count', readCount);
  count.set(5);
  const Shown = () => <p>{count.use()}</p>;
  expect(renderToString(<Shown />)).toBe('<p>0</p>');
});

test('without local storage the value lives as long as the page', () => {
  const count = stored('count', readCount);
  const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  count.set(3);
  expect(count.get()).toBe(3);
  expect(isStorageKept()).toBe(false);
  setItem.mockRestore();
  count.set(4);
  expect(isStorageKept()).toBe(true);
  expect(localStorage.getItem('count')).toBe('4');
});

test('an address stored by another version keeps its text fields', () => {
  localStorage.setItem('shippingAddress', '{"address":"1 Tràng Tiền","city":5,"extra":true}');
  expect(shippingAddress.get()).toEqual({
    receiver: '',
    phone: '',
    address: '1 Tràng Tiền',
    ward: '',
    city: '',
    postalCode: '',
    country: 'Việt Nam',
  });
  expect(isCompleteAddress(shippingAddress.get())).toBe(false);
});

test('the default is payment by card without a coupon', () => {
  localStorage.setItem('paymentMethod', '"PayPal"');
  expect(paymentMethod.get()).toBe('Stripe');
  paymentMethod.set('Paybox');
  expect(localStorage.getItem('paymentMethod')).toBe('"Paybox"');
  expect(couponCode.get()).toBe('');
});
