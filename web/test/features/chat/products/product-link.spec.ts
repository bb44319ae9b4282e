import { addressOfLinked, productIn } from '~/features/chat/products/product-link';

const SHOP = 'https://may.example';

test.each([
  ['https://may.example/products/12?color=3&size=4', { id: 12, color: 3, size: 4 }],
  ['Còn không shop? https://may.example/#/products/12?color=3. Cảm ơn', { id: 12, color: 3, size: null }],
  ['xem (https://may.example/products/12/) nhé', { id: 12, color: null, size: null }],
  ['/products/12?size=4&utm_source=zalo', { id: 12, color: null, size: 4 }],
  ['https://may.example/products/12?color=đỏ&size=-1', { id: 12, color: null, size: null }],
  ['https://khac.example/products/1 và https://may.example/products/12', { id: 12, color: null, size: null }],
])('%s links to a product', (message, link) => {
  expect(productIn(message, SHOP)).toEqual(link);
});

test.each([
  'áo này còn không?',
  'https://khac.example/products/12',
  'https://may.example.khac.example/products/12',
  'https://may.example/products/0',
  'https://may.example/products/99999999999',
  'https://may.example/products/9999999999',
  'https://may.example/products/12-ao-thun',
  'https://may.example/search?keyword=products',
  'ao/products/12',
])('%s links to none', (message) => {
  expect(productIn(message, SHOP)).toBeNull();
});

test('the address of a linked product keeps colour and size', () => {
  expect(addressOfLinked({ id: 12, color: 3, size: null })).toBe('/products/12?color=3');
  expect(addressOfLinked({ id: 12, color: 3, size: 4 })).toBe('/products/12?color=3&size=4');
  expect(addressOfLinked({ id: 12, color: null, size: null })).toBe('/products/12');
});
