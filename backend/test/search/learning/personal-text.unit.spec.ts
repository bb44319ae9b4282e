import { looksPersonal } from '../../../src/search/learning/personal-text.js';

test.each([
  'an.nguyen@example.com',
  'áo cho an @ example',
  'AN＠EXAMPLE．COM',
  'nguyenvana gmail.com',
  'gọi 0912345678',
  '0912 345 678',
  '0912.345.678',
  '+84 (0)912-345-678',
  '０９１２３４５６７８',
  '٠٩١٢٣٤٥٦٧٨',
  '0\u200b9123\u200b45678',
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  'cccd 001099012345',
  'đơn 1234567',
  `${'áo '.repeat(30)}0912345678`,
])('"%s" looks personal', (text) => expect(looksPersonal(text)).toBe(true));

test.each([
  'áo thun nam size L',
  'váy dưới 1.500.000',
  'áo từ 200.000 - 500.000',
  'áo 200000 500000đ',
  'quần 1500000',
  'size 36 37 38',
  'polo 501',
  'áo 2026',
  'mã AB-12345',
  'giá 99k đến 199k',
  'váy 3/4 tay',
  'nike.vnxk',
  '',
])('"%s" does not', (text) => expect(looksPersonal(text)).toBe(false));
