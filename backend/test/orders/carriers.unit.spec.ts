import { CARRIERS, TRACKING_CODE, knowsCode, trackingUrl } from '../../src/contract/orders/carriers.js';

const CODE = 'S1.A-17373471';

test.each(CARRIERS)(
  'the page of a parcel of %s is an https address, and shows the parcel at once if it has the code',
  (carrier) => {
    const url = trackingUrl(carrier, CODE);
    if (url !== null) expect(new URL(url).protocol).toBe('https:');
    expect(knowsCode({ tracking_url: url, tracking_code: CODE })).toBe(
      !['viettel_post', 'vnpost', 'other'].includes(carrier),
    );
  },
);

test('another carrier has no page', () => {
  expect(trackingUrl('other', CODE)).toBeNull();
});

test('SPX reads its whole query as the code', () => {
  expect(trackingUrl('spx', 'SPXVN0692')).toBe('https://spx.vn/track?SPXVN0692');
});

test.each(['GAX4KD7B', 'abcd', '0-01', CODE, 'x'.repeat(40)])('%s is a tracking code', (code) => {
  expect(code).toMatch(TRACKING_CODE);
});

test.each(['', 'abc', 'x'.repeat(41), 'mã-đơn', 'a b c', '-abc', '../../x', 'a/b?c', 'abcd\n', '<abc>'])(
  '%j is no tracking code',
  (code) => {
    expect(code).not.toMatch(TRACKING_CODE);
  },
);
