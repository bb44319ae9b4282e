import { defineMeaning } from './meaning.js';

const type = defineMeaning('type');

export const SHOE_TYPES = [
  type('giay-dep', 'giày dép'),
  type('giay', 'giày, giầy, shoes', { broader: 'giay-dep' }),
  type(
    'giay-the-thao',
    'giày thể thao, sneaker, sneakers, giày sneaker, giày bata, bata, giày chạy bộ, giày chạy, giày vải, giày tennis, giày đá bóng, giày bóng rổ, giày tập gym, giày đi bộ, ba ta',
    { broader: 'giay' },
  ),
  type(
    'giay-cao-got',
    'giày cao gót, cao gót, guốc cao gót, high heels, heels, giày gót nhọn, giày gót vuông, giày gót, guốc',
    {
      broader: 'giay',
      implies: 'nu',
    },
  ),
  type('giay-bup-be', 'giày búp bê, búp bê, giày bệt, giày đế bệt, ballet flats, giày bệt nữ', {
    broader: 'giay',
    implies: 'nu',
  }),
  type('giay-tay', 'giày tây, giày âu, giày oxford', {
    broader: 'giay',
  }),
  type('giay-luoi', 'giày lười, giày mọi, loafer, loafers, giày loafer', { broader: 'giay-tay' }),
  type('bot', 'bốt, boot, boots, giày boot, giày bốt, boot cổ cao, bốt cổ cao, giày boot cổ cao', {
    broader: 'giay-tay',
  }),
  type(
    'sandal-dep',
    'dép, sandal, sandals, xăng đan, săng đan, giày sandal, giày xăng đan, dép sandal, dép xăng đan, dép lê, sục, dép sục, giày sục, dép đúc, clog, crocs',
    { broader: 'giay-dep' },
  ),
];

export const ACCESSORY_TYPES = [
  type('phu-kien', 'phụ kiện'),
  type('tat', 'tất, vớ, tất vớ, socks', { broader: 'phu-kien' }),
  type('mu', 'mũ, nón, mũ nón, nón kết, mũ kết', { broader: 'phu-kien' }),
  type('mu-luoi-trai', 'mũ lưỡi trai, nón lưỡi trai, snapback, mũ snapback, nón snapback, dadcap, mũ dadcap', {
    broader: 'mu',
  }),
  type('mu-bucket', 'mũ bucket, nón bucket, mũ tai bèo, nón tai bèo', { broader: 'mu' }),
  type('mu-len', 'mũ len, nón len, beanie', { broader: 'mu' }),
  type('that-lung', 'thắt lưng, dây nịt, dây lưng', { broader: 'phu-kien' }),
  type('khan', 'khăn, khăn choàng, khăn quàng, khăn quàng cổ', { broader: 'phu-kien' }),
  type('ca-vat', 'cà vạt, caravat, cravat', { broader: 'phu-kien' }),
  type('tui', 'túi xách, túi, túi vải, túi tote, tote, túi đeo chéo', { broader: 'phu-kien' }),
  type('ba-lo-deo', 'balo, ba lô', { broader: 'phu-kien' }),
  type('vi', 'ví da, ví, bóp', { broader: 'phu-kien' }),
  type('gang-tay', 'găng tay, bao tay', { broader: 'phu-kien' }),
  type('kinh', 'kính mát, kính râm, mắt kính', { broader: 'phu-kien' }),
  type('dong-ho', 'đồng hồ, đồng hồ đeo tay', { broader: 'phu-kien' }),
  type('trang-suc', 'trang sức, vòng tay, dây chuyền, bông tai, khuyên tai, hoa tai, nhẫn', { broader: 'phu-kien' }),
];
