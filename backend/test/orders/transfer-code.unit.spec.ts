import { newTransferCode, transferCodesIn } from '../../src/orders/order/transfer-code.js';

test('a code is made of capitals and digits, of which none is easily misread, and fits a transfer', () => {
  for (let nth = 0; nth < 200; nth += 1) expect(newTransferCode()).toMatch(/^DH[0-9A-HJKMNP-TV-Z]{12}$/);
});

test('codes are unique', () => {
  expect(new Set(Array.from({ length: 5_000 }, newTransferCode)).size).toBe(5_000);
});

const CODE = 'DH7K3QD0XW9RVM';

test.each([
  CODE,
  'dh7k3qd0xw9rvm',
  `NGUYEN VAN A chuyen tien ${CODE}`,
  'MBVCB.1234567.DH7K3Q D0XW9RVM.CT tu 0123 toi 0456',
  'DH7K-3QD0-XW9R-VM',
  `IBFT DH${CODE} FT2532998`,
  `Thanh toán đơn hàng ${CODE}!`,
])('is found in the description %j', (description) => {
  expect(transferCodesIn(description)).toContain(CODE);
});

test.each(['', 'chuyen tien', 'DH7K3QD0XW9RV', 'DH7K3QD0XW9RVO'])('no code is found in %j', (description) => {
  expect(transferCodesIn(description)).toEqual([]);
});

test('several codes in a description are each found once', () => {
  expect(transferCodesIn(`${CODE} DH000000000000, ${CODE}`)).toEqual(expect.arrayContaining([CODE, 'DH000000000000']));
});
