import { defineMeaning } from './meaning.js';
import { ACCESSORY_TYPES, SHOE_TYPES } from './shoes-and-accessories.js';

const type = defineMeaning('type');

const TOPS = [
  type('ao', 'áo, top'),
  type('ao-thun', 'áo thun, áo phông, áo pull, áo pun, áo tee, t shirt, tshirt, tee, áo t shirt, áo cổ tròn', {
    broader: 'ao',
    implies: 'thun',
  }),
  type(
    'ao-polo',
    'áo polo, polo, áo thun polo, áo phông polo, polo shirt, áo thun có cổ, áo phông có cổ, áo thun cổ bẻ, áo phông cổ bẻ, áo cổ bẻ, áo cá sấu, áo thun cá sấu, áo phông cá sấu',
    { broader: 'ao' },
  ),
  type('ao-so-mi', 'áo sơ mi, sơ mi, áo sơmi, sơmi, shirt, chemise, áo chemise, áo sơ mi công sở', { broader: 'ao' }),
  type('ao-kieu', 'áo kiểu, áo blouse, blouse, áo nữ kiểu, áo cánh, áo bánh bèo, áo babydoll', {
    broader: 'ao',
    implies: 'nu',
  }),
  type(
    'croptop',
    'áo croptop, croptop, crop top, áo crop top, áo crop, cóp tốp, áo cóp tốp, cờ rốp tốp, áo cờ rốp tốp, áo lửng',
    {
      broader: 'ao',
      implies: 'nu',
    },
  ),
  type('ao-tre-vai', 'áo trễ vai, áo bẹt vai, áo lệch vai', { broader: 'ao-kieu' }),
  type('ao-yem', 'áo yếm', { broader: 'ao-kieu' }),
  type(
    'ao-ba-lo',
    'áo ba lỗ, áo 3 lỗ, ba lỗ, 3 lỗ, áo sát nách, tank top, tanktop, áo tanktop, áo tank top, áo may ô, may ô, áo thun ba lỗ, áo thun 3 lỗ, áo thun sát nách',
    { broader: 'ao' },
  ),
  type('ao-hai-day', 'áo hai dây, áo 2 dây, áo dây, áo cami, camisole', { broader: 'ao-ba-lo', implies: 'nu' }),
  type('hoodie', 'áo hoodie, hoodie, hoodies, áo hoodies, áo nỉ có mũ, áo có mũ, áo nón, áo khoác hoodie, hudi', {
    broader: 'ao',
  }),
  type('ao-len', 'áo len, áo khoác sweater, pullover, áo len nỉ', { broader: 'ao' }),
  type('ao-ni', 'áo nỉ, sweater, áo sweater, sweatshirt, áo sweatshirt, áo nỉ sweater', {
    broader: 'ao-len',
    implies: 'ni',
  }),
  type('cardigan', 'cardigan, áo cardigan, áo khoác cardigan, áo len cardigan, áo khoác len, cadigan', {
    broader: 'ao-len',
  }),
  type('gile', 'áo gile, gile, ghi lê, áo ghi lê, gi lê, áo gi lê, gilet, áo gilet', { broader: 'ao' }),
  type(
    'blazer',
    'áo blazer, blazer, áo vest, áo vét, vest, vét, áo veston, veston, áo khoác blazer, áo khoác vest, áo khoác vét, áo khoác veston',
    { broader: 'ao' },
  ),
  type('ao-dai', 'áo dài', { broader: 'ao' }),
  type('ao-ba-ba', 'áo bà ba, bà ba', { broader: 'ao' }),
  type('ao-trang', 'áo tràng, áo tràng lam', { broader: 'ao do-lam' }),
];

const OUTERWEAR = [
  type('ao-khoac', 'áo khoác, khoác, áo khoát, jacket, áo jacket, áo khoác jacket, coat, áo choàng', { broader: 'ao' }),
  type('ao-gio', 'áo gió, áo khoác gió, áo khoát gió, windbreaker', { broader: 'ao-khoac', implies: 'gio' }),
  type('ao-du', 'áo dù, áo khoác dù, áo khoát dù', { broader: 'ao-khoac', implies: 'du' }),
  type('ao-phao', 'áo phao, áo khoác phao, áo lông vũ, áo béo, puffer', { broader: 'ao-khoac' }),
  type('mang-to', 'áo măng tô, măng tô, măng tô dạ, áo mangto, áo dạ, áo khoác dạ, trench coat, áo khoác măng tô', {
    broader: 'ao-khoac',
    implies: 'da-vai',
  }),
  type('bomber', 'áo bomber, bomber, áo khoác bomber, áo khoác bóng chày, varsity', { broader: 'ao-khoac' }),
  type('khoac-jean', 'áo khoác jean, áo khoác jeans, áo khoác bò, áo khoác denim, áo jean, áo bò, jacket jean', {
    broader: 'ao-khoac',
    implies: 'jean',
  }),
  type('ao-chong-nang', 'áo chống nắng, áo khoác chống nắng, áo khoát chống nắng, áo che nắng, áo khoác che nắng', {
    broader: 'ao-khoac',
    implies: 'chong-nang',
  }),
  type('ao-da', 'áo da, áo khoác da', { broader: 'ao-khoac', implies: 'da' }),
  type('khoac-kaki', 'áo khoác kaki, áo kaki', { broader: 'ao-khoac', implies: 'kaki' }),
  type('khoac-ni', 'áo khoác nỉ', { broader: 'ao-khoac', implies: 'ni' }),
  type('ao-mua', 'áo mưa', { broader: 'ao-khoac' }),
];

const TROUSERS = [
  type('quan', 'quần, pants'),
  type('quan-jean', 'quần jean, quần jeans, quần bò, quần denim, quần gin, jeans, quần jean dài', {
    broader: 'quan',
    implies: 'jean',
  }),
  type('quan-tay', 'quần tây, quần âu, quần vải, quần tây âu', { broader: 'quan' }),
  type('quan-kaki', 'quần kaki, quần khaki, quần ka ki, chino, chinos, quần chino, quần dài kaki', {
    broader: 'quan',
    implies: 'kaki',
  }),
  type(
    'quan-short',
    'quần short, short, shorts, quần shorts, quần sooc, quần soóc, sooc, quần sort, quần đùi, quần ngố, quần lửng, quần xà lỏn, xà lỏn, quần cộc, quần sọt, quần sọc đùi, quần ngắn',
    { broader: 'quan' },
  ),
  type('quan-vay', 'quần váy, quần giả váy, skort', { broader: 'quan-short chan-vay', implies: 'nu' }),
  type('quan-dai', 'quần dài', { broader: 'quan' }),
  type('jogger', 'quần jogger, jogger, joggers, quần joggers, quần bo gấu', { broader: 'quan-dai' }),
  type('legging', 'quần legging, legging, leggings, quần leggings', { broader: 'quan-dai' }),
  type('culottes', 'quần culottes, culottes', { broader: 'quan-dai' }),
  type('quan-ni', 'quần nỉ', { broader: 'quan-dai', implies: 'ni' }),
  type('yem', 'quần yếm, yếm', { broader: 'quan' }),
];

const DRESSES = [
  type('vay', 'váy', { implies: 'nu' }),
  type('chan-vay', 'chân váy, juýp, zuýp, jupe, skirt', { broader: 'vay', implies: 'nu' }),
  type('dam', 'đầm, váy liền, váy liền thân, váy đầm, đầm váy, dress', { broader: 'vay', implies: 'nu' }),
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
    { broader: 'set-bo', implies: 'di-chua' },
  ),
  type(
    'do-ngu',
    'đồ ngủ, quần áo ngủ, bộ ngủ, bộ đồ ngủ, pijama, pyjama, pajama, bộ pijama, đồ bộ pijama, bộ đồ pijama',
    {
      broader: 'set-bo',
      implies: 'mac-nha',
    },
  ),
  type('vay-ngu', 'váy ngủ, đầm ngủ', { broader: 'do-ngu dam' }),
  type('com-le', 'com lê, set vest, comple, bộ vest, bộ vét, bộ com lê, suit', { broader: 'set-bo blazer' }),
];

const UNDERWEAR = [
  type('do-lot', 'đồ lót, nội y, underwear, quần áo lót'),
  type(
    'quan-lot',
    'quần lót, quần sịp, sịp, quần chip, quần xì, quần xì líp, boxer, quần boxer, quần lót boxer, brief, trunk, quần lọt khe, quần trong',
    { broader: 'do-lot' },
  ),
  type('ao-lot', 'áo lót, áo ngực, áo bra, bra, bralette, áo lá, áo quây', { broader: 'do-lot', implies: 'nu' }),
  type(
    'do-boi',
    'đồ bơi, đồ tắm, bikini, quần bơi, quần tắm, áo tắm, áo bơi, quần áo bơi, quần áo tắm, đồ đi bơi, bộ đồ bơi, bộ bơi',
  ),
];

/** Types of garments, shoes and accessories. */
export const GARMENT_TYPES = [
  ...TOPS,
  ...OUTERWEAR,
  ...TROUSERS,
  ...DRESSES,
  ...SETS,
  ...UNDERWEAR,
  ...SHOE_TYPES,
  ...ACCESSORY_TYPES,
];
