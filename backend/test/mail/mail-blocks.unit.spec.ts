import { hasLink } from '../../src/mail/mail-blocks.js';

test.each([
  'https://evil.example/qua',
  'Nhận quà tại evil-shop.example ngay',
  'xem bit.ly/qua',
  'xem Bit.Ly/qua',
  'T.CO/qua',
  'WWW.evil.example',
  'Evil-Shop.Com',
  'evil.Com/nhan',
  'ab.vn',
  'nhan-qua.Vn',
  'nhận-quà.vN, nhanh',
  'a.Shop',
  'Qua.Me',
  'EVIL.EXAMPLE',
])('a mail program shows a link in %s', (words) => {
  expect(hasLink(words)).toBe(true);
});

test.each([
  '12 Lê Lợi, P.5, Q.1, TP.HCM',
  'TP.HCM: gọi trước khi giao',
  'Số 7/3 ngõ 9, Q.Tân Bình',
  'Lầu 2.5, KĐT.Linh Đàm, tòa CT1.Vinhomes',
  'TT.Me Linh, H.Me Linh',
  'P.Co Nhue, Q.Bac Tu Liem',
  'P.Cổ Nhuế'.normalize('NFD'),
  'Vinhomes.Shophouse 12',
  'Mai Trần',
  'khach-7f3k9q2m',
])('a mail program shows no link in %s', (words) => {
  expect(hasLink(words)).toBe(false);
});
