import { BrowserError } from 'contract/administration/browser-reports';
import { ChunkLoadError } from '~/lib/chunk';
import { cleanError, cleanMessage } from '~/routing/browser-report/clean-error';

const SHOP = 'https://may.example';
const failure = (message: string, stack: string, name = 'TypeError') =>
  Object.assign(new Error(message), { name, stack: `${name}: ${message}\n${stack}` });
const clean = (thrown: unknown, href = `${SHOP}/#/products/5?colour=3`) => {
  const error = cleanError([thrown, href]);
  return error && BrowserError.parse(error);
};
const CHROME = `    at f (${SHOP}/assets/abC-1_2.js:1:2345)\n    at async g (${SHOP}/assets/d4.js:2:6)\n    at h (<anonymous>)`;
const FIREFOX = `f@${SHOP}/assets/abC-1_2.js:1:2345\nasync*g@${SHOP}/assets/d4.js:2:6\n@native`;

test.each([
  ['Chrome', CHROME],
  ['Firefox and Safari', FIREFOX],
])('a stack of %s gives file, line and column of the shop’s own scripts, and no address', (_browser, stack) => {
  expect(clean(failure('x is not a function', stack))).toEqual({
    page: 'product',
    name: 'TypeError',
    message: 'x is not a function',
    frames: ['abC-1_2.js:1:2345', 'd4.js:2:6'],
  });
});

test('the five innermost frames are reported, without those of other scripts and of pages', () => {
  const places = [
    'https://js.stripe.com/v3/stripe.js:1:1',
    `${SHOP}/orders/77?token=secret:3:4`,
    ...Array.from({ length: 9 }, (_, nth) => `${SHOP}/assets/a.js:1:${nth + 1}`),
  ];
  const stack = places.map((place) => `    at f (${place})`).join('\n');
  expect(clean(failure('no', stack))?.frames).toEqual([1, 2, 3, 4, 5].map((nth) => `a.js:1:${nth}`));
});

test.each([
  ['of an extension', failure('no', '    at f (chrome-extension://abcdef/content.js:1:1)')],
  ['of the card provider', failure('no', 'f@https://js.stripe.com/v3/:1:1')],
  ['of a script that hides them', null],
  ['of a lost connection', failure('Failed to fetch', CHROME)],
  ['of a script that did not load', Object.assign(new ChunkLoadError('missing'), { stack: CHROME })],
  ['of a page that is missing, as an answer', { status: 404, data: 'no' }],
  ['of a cancelled load', failure('no', CHROME, 'AbortError')],
  ['of the server, which sends no stack', Object.assign(new Error('Unexpected Server Error'), { stack: undefined })],
  ['of the server, as an answer', { status: 500, data: 'no' }],
])('errors %s are not reported', (_whose, thrown) => {
  expect(clean(thrown)).toBeNull();
});

test.each([
  [`${SHOP}/`, 'home'],
  [`${SHOP}/#/orders/77`, 'order'],
  [`${SHOP}/search?keyword=secret`, 'search'],
  [`${SHOP}/#/admin/users?search=an@example.com`, 'admin'],
  [`${SHOP}/somewhere#part`, 'other'],
])('of the address %s only the kind of the page is reported', (href, page) => {
  expect(clean(failure('no', CHROME), href)?.page).toBe(page);
});

test.each([
  ["Cannot read properties of undefined (reading 'price')", "Cannot read properties of undefined (reading 'price')"],
  [
    `Unexpected token 'N', "Nguyen Van A, "12" Le Loi"... is not valid JSON`,
    `Unexpected token 'N', "..."... is not valid JSON`,
  ],
  ['Unterminated "0901234567', 'Unterminated "..."'],
  ["'#an-nguyen' is not a valid selector", "'...' is not a valid selector"],
  ['order 1234 of an@example.com', 'order # of (email)'],
  ['GET https://may.example/orders/5?token=abc failed', 'GET (url) failed'],
  ['Tên Nguyễn không đúng', '... ... ... ...'],
  ['Minified React error #418; visit https://react.dev/errors/418', 'Minified React error #418; visit (url)'],
  ['one\r\n\u0000two\u202e', 'one ...'],
  ['', ''],
])('the message %j becomes %j', (message, cleaned) => {
  expect(cleanMessage(message)).toBe(cleaned);
});

test('a message is cut to 200 characters, however long it is', () => {
  expect(cleanMessage('ab '.repeat(1_000_000))).toHaveLength(200);
});

test('the sentence of a failed call stays in the browser', () => {
  const thrown = Object.assign(failure('Nguyen Van A has ordered', CHROME, 'ApiError'), { status: 409 });
  expect(clean(thrown)).toMatchObject({ name: 'ApiError', message: 'status 409' });
});

test('of a thrown value that is no error only its type is reported', () => {
  expect(clean('my password')).toEqual({ page: 'product', name: 'NoError', message: 'string', frames: [] });
  expect(clean(failure('no', CHROME, 'An said no'))?.name).toBe('Error');
});
