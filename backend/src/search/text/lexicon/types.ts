import { meaningOf } from './meaning.js';

const type = meaningOf('type');

const TOPS = [
  type('ao', 'áo, top'),
  type('ao-thun', 'áo thun, áo phông, áo pull, áo pun, áo tee, t shirt, tshirt, tee, áo t shirt, áo cổ tròn', {
    under: 'ao',
    implies: 'thun',
  }),
  type(
    'ao-polo',
    'áo polo, polo, áo thun polo, áo phông polo, polo shirt, áo thun có cổ, áo phông có cổ, áo thun cổ bẻ, áo phông cổ bẻ, áo cổ bẻ, áo cá sấu, áo thun cá sấu, áo phông cá sấu',
    { under: 'ao' },
  ),
  type('ao-so-mi', 'áo sơ mi, sơ mi, áo sơmi, sơmi, shirt, chemise, áo chemise, áo sơ mi công sở', { under: 'ao' }),
  type('ao-kieu', 'áo kiểu, áo blouse, blouse, áo nữ kiểu, áo cánh, áo bánh bèo, áo babydoll', {
    under: 'ao',
    implies: 'nu',
  }),
  type(
    'croptop',
    'áo croptop, croptop, crop top, áo crop top, áo crop, cóp tốp, áo cóp tốp, cờ rốp tốp, áo cờ rốp tốp, áo lửng',
    {
      under: 'ao',
      implies: 'nu',
    },
  ),
  type('ao-tre-vai', 'áo trễ vai, áo bẹt vai, áo lệch vai', { under: 'ao-kieu' }),
  type('ao-yem', 'áo yếm', { under: 'ao-kieu' }),
  type(
    'ao-ba-lo',
    'áo ba lỗ, áo 3 lỗ, ba lỗ, 3 lỗ, áo sát nách, tank top, tanktop, áo tanktop, áo tank top, áo may ô, may ô, áo thun ba lỗ, áo thun 3 lỗ, áo thun sát nách',
    { under: 'ao' },
  ),
  type('ao-hai-day', 'áo hai dây, áo 2 dây, áo dây, áo cami, camisole', { under: 'ao-ba-lo', implies: 'nu' }),
  type('hoodie', 'áo hoodie, hoodie, hoodies, áo hoodies, áo nỉ có mũ, áo có mũ, áo nón, áo khoác hoodie, hudi', {
    under: 'ao',
  }),
  type('ao-len', 'áo len, áo khoác sweater, pullover, áo len nỉ', { under: 'ao' }),
  type('ao-ni', 'áo nỉ, sweater, áo sweater, sweatshirt, áo sweatshirt, áo nỉ sweater', {
    under: 'ao-len',
    implies: 'ni',
  }),
  type('cardigan', 'cardigan, áo cardigan, áo khoác cardigan, áo len cardigan, áo khoác len, cadigan', {
    under: 'ao-len',
  }),
  type('gile', 'áo gile, gile, ghi lê, áo ghi lê, gi lê, áo gi lê, gilet, áo gilet', { under: 'ao' }),
  type(
    'blazer',
    'áo blazer, blazer, áo vest, áo vét, vest, vét, áo veston, veston, áo khoác blazer, áo khoác vest, áo khoác vét, áo khoác veston',
    { under: 'ao' },
  ),
  type('ao-dai', 'áo dài', { under: 'ao' }),
  type('ao-ba-ba', 'áo bà ba, bà ba', { under: 'ao' }),
  type('ao-trang', 'áo tràng, áo tràng lam', { under: 'ao do-lam' }),
];

const OUTERWEAR = [
  type('ao-khoac', 'áo khoác, khoác, áo khoát, jacket, áo jacket, áo khoác jacket, coat, áo choàng', { under: 'ao' }),
  type('ao-gio', 'áo gió, áo khoác gió, áo khoát gió, windbreaker', { under: 'ao-khoac', implies: 'gio' }),
  type('ao-du', 'áo dù, áo khoác dù, áo khoát dù', { under: 'ao-khoac', implies: 'du' }),
  type('ao-phao', 'áo phao, áo khoác phao, áo lông vũ, áo béo, puffer', { under: 'ao-khoac' }),
  type('mang-to', 'áo măng tô, măng tô, măng tô dạ, áo mangto, áo dạ, áo khoác dạ, trench coat, áo khoác măng tô', {
    under: 'ao-khoac',
    implies: 'da-vai',
  }),
  type('bomber', 'áo bomber, bomber, áo khoác bomber, áo khoác bóng chày, varsity', { under: 'ao-khoac' }),
  type('khoac-jean', 'áo khoác jean, áo khoác jeans, áo khoác bò, áo khoác denim, áo jean, áo bò, jacket jean', {
    under: 'ao-khoac',
    implies: 'jean',
  }),
  type('ao-chong-nang', 'áo chống nắng, áo khoác chống nắng, áo khoát chống nắng, áo che nắng, áo khoác che nắng', {
    under: 'ao-khoac',
    implies: 'chong-nang',
  }),
  type('ao-da', 'áo da, áo khoác da', { under: 'ao-khoac', implies: 'da' }),
  type('khoac-kaki', 'áo khoác kaki, áo kaki', { under: 'ao-khoac', implies: 'kaki' }),
  type('khoac-ni', 'áo khoác nỉ', { under: 'ao-khoac', implies: 'ni' }),
  type('ao-mua', 'áo mưa', { under: 'ao-khoac' }),
];

const TROUSERS = [
  type('quan', 'quần, pants'),
  type('quan-jean', 'quần jean, quần jeans, quần bò, quần denim, quần gin, jeans, quần jean dài', {
    under: 'quan',
    implies: 'jean',
  }),
  type('quan-tay', 'quần tây, quần âu, quần vải, quần tây âu', { under: 'quan' }),
  type('quan-kaki', 'quần kaki, quần khaki, quần ka ki, chino, chinos, quần chino, quần dài kaki', {
    under: 'quan',
    implies: 'kaki',
  }),
  type(
    'quan-short',
    'quần short, short, shorts, quần shorts, quần sooc, quần soóc, sooc, quần sort, quần đùi, quần ngố, quần lửng, quần xà lỏn, xà lỏn, quần cộc, quần sọt, quần sọc đùi, quần ngắn',
    { under: 'quan' },
  ),
  type('quan-vay', 'quần váy, quần giả váy, skort', { under: 'quan-short chan-vay', implies: 'nu' }),
  type('quan-dai', 'quần dài', { under: 'quan' }),
  type('jogger', 'quần jogger, jogger, joggers, quần joggers, quần bo gấu', { under: 'quan-dai' }),
  type('legging', 'quần legging, legging, leggings, quần leggings', { under: 'quan-dai' }),
  type('culottes', 'quần culottes, culottes', { under: 'quan-dai' }),
  type('quan-ni', 'quần nỉ', { under: 'quan-dai', implies: 'ni' }),
  type('yem', 'quần yếm, yếm', { under: 'quan' }),
];

const DRESSES = [
  type('vay', 'váy', { implies: 'nu' }),
  type('chan-vay', 'chân váy, juýp, zuýp, jupe, skirt', { under: 'vay', implies: 'nu' }),
  type('dam', 'đầm, váy liền, váy liền thân, váy đầm, đầm váy, dress', { under: 'vay', implies: 'nu' }),
  type('jumpsuit', 'jumpsuit, áo liền quần, đồ bay', { implies: 'nu' }),
];

const SETS = [
  type(
    'set-bo',
    'đồ bộ, bộ đồ, set đồ, set bộ, set, bộ quần áo, nguyên bộ, set quần áo, set áo, set váy, set áo váy, bộ',
  ),
  type(
    'do-lam',
    'đồ lam, bộ đồ lam, đồ bộ lam, bộ lam, áo lam, quần áo lam, đồ đi chùa, bộ đồ đi chùa, quần áo đi chùa, bộ đi chùa, pháp phục, áo lam đi chùa, đồ lam đi chùa, bộ đồ lam đi chùa',
    { under: 'set-bo', implies: 'di-chua' },
  ),
  type(
    'do-ngu',
    'đồ ngủ, quần áo ngủ, bộ ngủ, bộ đồ ngủ, pijama, pyjama, pajama, bộ pijama, đồ bộ pijama, bộ đồ pijama',
    {
      under: 'set-bo',
      implies: 'mac-nha',
    },
  ),
  type('vay-ngu', 'váy ngủ, đầm ngủ', { under: 'do-ngu dam' }),
  type('com-le', 'com lê, set vest, comple, bộ vest, bộ vét, bộ com lê, suit', { under: 'set-bo blazer' }),
];

const UNDERWEAR = [
  type('do-lot', 'đồ lót, nội y, underwear, quần áo lót'),
  type(
    'quan-lot',
    'quần lót, quần sịp, sịp, quần chip, quần xì, quần xì líp, boxer, quần boxer, quần lót boxer, brief, trunk, quần lọt khe, quần trong',
    { under: 'do-lot' },
  ),
  type('ao-lot', 'áo lót, áo ngực, áo bra, bra, bralette, áo lá, áo quây', { under: 'do-lot', implies: 'nu' }),
  type(
    'do-boi',
    'đồ bơi, đồ tắm, bikini, quần bơi, quần tắm, áo tắm, áo bơi, quần áo bơi, quần áo tắm, đồ đi bơi, bộ đồ bơi, bộ bơi',
  ),
];

const SHOES = [
  type('giay-dep', 'giày dép'),
  type('giay', 'giày, giầy, shoes', { under: 'giay-dep' }),
  type(
    'giay-the-thao',
    'giày thể thao, sneaker, sneakers, giày sneaker, giày bata, bata, giày chạy bộ, giày chạy, giày vải, giày tennis, giày đá bóng, giày bóng rổ, giày tập gym, giày đi bộ, ba ta',
    { under: 'giay' },
  ),
  type(
    'giay-cao-got',
    'giày cao gót, cao gót, guốc cao gót, high heels, heels, giày gót nhọn, giày gót vuông, giày gót, guốc',
    {
      under: 'giay',
      implies: 'nu',
    },
  ),
  type('giay-bup-be', 'giày búp bê, búp bê, giày bệt, giày đế bệt, ballet flats, giày bệt nữ', {
    under: 'giay',
    implies: 'nu',
  }),
  type('giay-tay', 'giày tây, giày âu, giày oxford', {
    under: 'giay',
  }),
  type('giay-luoi', 'giày lười, giày mọi, loafer, loafers, giày loafer', { under: 'giay-tay' }),
  type('bot', 'bốt, boot, boots, giày boot, giày bốt, boot cổ cao, bốt cổ cao, giày boot cổ cao', {
    under: 'giay-tay',
  }),
  type(
    'sandal-dep',
    'dép, sandal, sandals, xăng đan, săng đan, giày sandal, giày xăng đan, dép sandal, dép xăng đan, dép lê, sục, dép sục, giày sục, dép đúc, clog, crocs',
    { under: 'giay-dep' },
  ),
];

const ACCESSORIES = [
  type('phu-kien', 'phụ kiện'),
  type('tat', 'tất, vớ, tất vớ, socks', { under: 'phu-kien' }),
  type('mu', 'mũ, nón, mũ nón, nón kết, mũ kết', { under: 'phu-kien' }),
  type('mu-luoi-trai', 'mũ lưỡi trai, nón lưỡi trai, snapback, mũ snapback, nón snapback, dadcap, mũ dadcap', {
    under: 'mu',
  }),
  type('mu-bucket', 'mũ bucket, nón bucket, mũ tai bèo, nón tai bèo', { under: 'mu' }),
  type('mu-len', 'mũ len, nón len, beanie', { under: 'mu' }),
  type('that-lung', 'thắt lưng, dây nịt, dây lưng', { under: 'phu-kien' }),
  type('khan', 'khăn, khăn choàng, khăn quàng, khăn quàng cổ', { under: 'phu-kien' }),
  type('ca-vat', 'cà vạt, caravat, cravat', { under: 'phu-kien' }),
  type('tui', 'túi xách, túi, túi vải, túi tote, tote, túi đeo chéo', { under: 'phu-kien' }),
  type('ba-lo-deo', 'balo, ba lô', { under: 'phu-kien' }),
  type('vi', 'ví da, ví, bóp', { under: 'phu-kien' }),
  type('gang-tay', 'găng tay, bao tay', { under: 'phu-kien' }),
  type('kinh', 'kính mát, kính râm, mắt kính', { under: 'phu-kien' }),
  type('dong-ho', 'đồng hồ, đồng hồ đeo tay', { under: 'phu-kien' }),
  type('trang-suc', 'trang sức, vòng tay, dây chuyền, bông tai, khuyên tai, hoa tai, nhẫn', { under: 'phu-kien' }),
];

/** Types of garments. */
export const TYPE_WORDS = [
  ...TOPS,
  ...OUTERWEAR,
  ...TROUSERS,
  ...DRESSES,
  ...SETS,
  ...UNDERWEAR,
  ...SHOES,
  ...ACCESSORIES,
];
