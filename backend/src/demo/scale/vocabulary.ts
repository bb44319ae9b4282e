import type { SizeRun } from '../catalogue/colors-and-sizes.js';

/** A kind of thing that a large shop sells, and the words that its names are made of. */
export interface ScaleKind {
  name: string;
  /** Title of its category. */
  category: string;
  /** Whom it is for: words of names, empty for those that do not say. */
  genders: readonly string[];
  cuts: readonly string[];
  materials: readonly string[];
  sizes: SizeRun;
  /** In thousands of đồng: the cheapest and the dearest. */
  prices: readonly [number, number];
}

const words = (text: string) => text.split(',').map((word) => word.trim());
const EITHER = ['nam', 'nữ', ''];
const WOMEN = ['nữ', ''];
const MEN = ['nam', ''];

const kind = (
  [name, category, genders, sizes, prices]: [string, string, readonly string[], SizeRun, readonly [number, number]],
  cuts: string,
  materials: string,
): ScaleKind => ({ name, category, genders, sizes, prices, cuts: words(cuts), materials: words(materials) });

const TOP_CUTS = 'cổ tròn, cổ tim, cổ trụ, tay lỡ, tay dài, form rộng, dáng suông, ôm body, xẻ tà, vạt bầu';
const DRESS_CUTS = 'dáng xòe, chữ A, đuôi cá, hai dây, cổ vuông, tay phồng, dáng dài, xếp ly, cúp ngực, maxi, midi';
const TROUSER_CUTS = 'ống rộng, ống suông, ống đứng, lưng cao, lưng thun, dáng baggy, xếp ly, co giãn, ống loe';
const SHOE_CUTS = 'đế cao, đế bệt, mũi nhọn, mũi vuông, quai hậu, hở mũi, đế êm, buộc dây';

export const SCALE_KINDS: readonly ScaleKind[] = [
  kind(
    ['Áo thun', 'Áo thun', EITHER, 'letters', [89, 390]],
    TOP_CUTS,
    'cotton, thun lạnh, bamboo, cotton compact, linen',
  ),
  kind(['Áo phông', 'Áo thun', EITHER, 'letters', [79, 320]], TOP_CUTS, 'cotton, thun gân, polyester'),
  kind(
    ['Áo polo', 'Áo polo', EITHER, 'men', [159, 590]],
    'cổ bẻ, phối viền, tay ngắn, dáng suông, khóa kéo',
    'cotton, cá sấu, thun lạnh, bamboo',
  ),
  kind(['Áo sơ mi', 'Áo sơ mi', EITHER, 'letters', [189, 890]], TOP_CUTS, 'linen, kate, lụa, cotton, đũi, voan'),
  kind(
    ['Áo kiểu', 'Áo kiểu & hai dây', WOMEN, 'women', [149, 690]],
    'tay bèo, thắt nơ, cổ vuông, trễ vai, nhún eo, hai dây',
    'voan, lụa, ren, tơ, đũi',
  ),
  kind(
    ['Áo croptop', 'Áo kiểu & hai dây', WOMEN, 'women', [99, 320]],
    'cổ yếm, trễ vai, tay dài, ôm body',
    'thun gân, cotton, len',
  ),
  kind(['Áo ba lỗ', 'Áo thun', EITHER, 'letters', [69, 250]], 'cổ tròn, form rộng, ôm body', 'cotton, thun lạnh'),
  kind(
    ['Áo hoodie', 'Áo len & nỉ', EITHER, 'letters', [199, 690]],
    'form rộng, khóa kéo, in hình, tay dài',
    'nỉ, nỉ bông, cotton',
  ),
  kind(
    ['Áo len', 'Áo len & nỉ', EITHER, 'women', [199, 890]],
    'cổ lọ, cổ tim, dáng dài, vặn thừng, oversize',
    'len, len tăm, lông cừu',
  ),
  kind(
    ['Áo cardigan', 'Áo len & nỉ', WOMEN, 'women', [219, 790]],
    'dáng dài, dáng lửng, cổ tim',
    'len, len tăm, dệt kim',
  ),
  kind(['Áo nỉ', 'Áo len & nỉ', EITHER, 'letters', [179, 550]], 'cổ tròn, in chữ, form rộng', 'nỉ, nỉ bông'),
  kind(
    ['Áo khoác', 'Áo khoác & blazer', EITHER, 'letters', [259, 1_490]],
    'hai lớp, có mũ, dáng dài, dáng lửng, chống nước',
    'kaki, dù, jean, nỉ, dạ, gió',
  ),
  kind(
    ['Áo khoác bomber', 'Áo khoác & blazer', EITHER, 'men', [359, 990]],
    'phối tay, thêu, hai lớp',
    'dù, nhung, nỉ, da',
  ),
  kind(
    ['Áo phao', 'Áo khoác & blazer', EITHER, 'letters', [399, 1_890]],
    'dáng dài, có mũ, siêu nhẹ, hai lớp',
    'lông vũ, polyester',
  ),
  kind(
    ['Áo blazer', 'Áo khoác & blazer', EITHER, 'women', [399, 1_690]],
    'dáng suông, hai lớp, dáng dài, một nút',
    'tuyết mưa, linen, tweed, nhung',
  ),
  kind(
    ['Áo măng tô', 'Áo khoác & blazer', EITHER, 'women', [690, 2_490]],
    'dáng dài, thắt eo, hai lớp',
    'dạ, kaki, dạ tweed',
  ),
  kind(
    ['Áo chống nắng', 'Áo khoác & blazer', WOMEN, 'women', [149, 490]],
    'toàn thân, có mũ, xỏ ngón, dáng dài',
    'thun lạnh, cotton, linen',
  ),
  kind(['Áo gile', 'Áo len & nỉ', EITHER, 'men', [169, 590]], 'cổ tim, dáng lửng, cài nút', 'len, tuyết mưa, nỉ'),
  kind(
    ['Áo dài', 'Áo dài', WOMEN, 'women', [450, 2_890]],
    'cách tân, truyền thống, thêu hoa sen, cổ tròn, tà dài',
    'lụa, gấm, nhung, tơ, voan',
  ),
  kind(['Áo bà ba', 'Áo dài', WOMEN, 'women', [250, 790]], 'truyền thống, cách tân, thêu', 'lụa, phi bóng, cotton'),
  kind(['Đầm', 'Đầm', WOMEN, 'women', [229, 1_690]], DRESS_CUTS, 'voan, lụa, ren, cotton, đũi, nhung, thun gân'),
  kind(['Váy', 'Đầm', WOMEN, 'women', [199, 1_290]], DRESS_CUTS, 'voan, lụa, linen, jean, cotton'),
  kind(['Đầm bầu', 'Đầm', WOMEN, 'women', [249, 690]], 'dáng suông, cổ vuông, tay phồng', 'cotton, linen, thun lạnh'),
  kind(
    ['Chân váy', 'Chân váy', WOMEN, 'women', [149, 690]],
    'chữ A, bút chì, xếp ly, xòe, đuôi cá, ngắn, midi',
    'jean, kaki, tuyết mưa, lụa, tweed',
  ),
  kind(['Quần jean', 'Quần jean', EITHER, 'waist', [249, 990]], TROUSER_CUTS, 'jean, denim, jean co giãn'),
  kind(['Quần tây', 'Quần tây', EITHER, 'waist', [249, 890]], TROUSER_CUTS, 'tuyết mưa, kaki, linen'),
  kind(['Quần kaki', 'Quần tây', MEN, 'waist', [229, 690]], TROUSER_CUTS, 'kaki, kaki nhung'),
  kind(
    ['Quần short', 'Quần short & jogger', EITHER, 'men', [119, 450]],
    'lưng thun, túi hộp, ống rộng, lưng cao',
    'kaki, jean, dù, đũi, thun',
  ),
  kind(['Quần jogger', 'Quần short & jogger', EITHER, 'men', [179, 550]], 'túi hộp, lưng thun, bo gấu', 'nỉ, kaki, dù'),
  kind(
    ['Quần legging', 'Quần short & jogger', WOMEN, 'women', [129, 450]],
    'nâng mông, lưng cao, tập gym, chạy bộ',
    'thun lạnh, cotton, polyester',
  ),
  kind(
    ['Quần culottes', 'Quần tây', WOMEN, 'women', [199, 590]],
    'lưng cao, xếp ly, dáng lửng',
    'đũi, tuyết mưa, voan',
  ),
  kind(
    ['Bộ pijama', 'Đồ bộ mặc nhà', EITHER, 'women', [159, 690]],
    'tay dài, tay ngắn, cổ bẻ, quần short',
    'lụa, cotton, lanh, xô',
  ),
  kind(
    ['Đồ bộ', 'Đồ bộ mặc nhà', WOMEN, 'women', [129, 490]],
    'tay lỡ, quần lửng, hai dây',
    'cotton, thun lạnh, lanh, xô',
  ),
  kind(
    ['Bộ thể thao', 'Quần short & jogger', EITHER, 'letters', [219, 690]],
    'chạy bộ, tập gym, mùa hè',
    'thun lạnh, polyester, nỉ',
  ),
  kind(['Giày sneaker', 'Giày', EITHER, 'shoes', [290, 1_590]], SHOE_CUTS, 'vải, da, da lộn, lưới, canvas'),
  kind(['Giày cao gót', 'Giày', WOMEN, 'women_shoes', [259, 1_190]], SHOE_CUTS, 'da mềm, da bóng, nhung, da lộn'),
  kind(['Giày lười', 'Giày', MEN, 'shoes', [320, 1_390]], SHOE_CUTS, 'da bò, da lộn, vải'),
  kind(['Sandal', 'Giày', EITHER, 'women_shoes', [149, 790]], SHOE_CUTS, 'da, eva, cao su, da tổng hợp'),
  kind(['Dép', 'Giày', EITHER, 'shoes', [59, 390]], 'xỏ ngón, quai ngang, đế cao, đi trong nhà', 'eva, cao su, da'),
  kind(
    ['Boots', 'Giày', WOMEN, 'women_shoes', [390, 1_690]],
    'cổ thấp, cổ cao, đế xuồng, khóa kéo',
    'da, da lộn, nhung',
  ),
  kind(
    ['Túi xách', 'Phụ kiện', WOMEN, 'free', [190, 1_890]],
    'đeo chéo, cỡ nhỏ, đi làm, dự tiệc',
    'da, canvas, da bò, cói',
  ),
  kind(
    ['Balo', 'Phụ kiện', EITHER, 'free', [199, 990]],
    'đựng laptop, đi học, du lịch, chống nước',
    'dù, canvas, da, polyester',
  ),
  kind(['Mũ lưỡi trai', 'Phụ kiện', EITHER, 'free', [79, 350]], 'thêu chữ, trơn, chống nắng', 'kaki, cotton, jean'),
  kind(
    ['Khăn choàng', 'Phụ kiện', WOMEN, 'free', [99, 690]],
    'bản lớn, họa tiết, mùa đông',
    'len, lụa, voan, lông cừu',
  ),
  kind(['Thắt lưng', 'Phụ kiện', MEN, 'free', [129, 890]], 'khóa kim, khóa trượt, bản nhỏ', 'da bò, da, canvas'),
];

/** What a name may say beside. */
export const DETAILS = words(
  'trơn, kẻ sọc, caro, hoa nhí, chấm bi, thêu, in hình, họa tiết, công sở, đi chơi, dự tiệc, đi biển, du lịch, mùa hè, mùa đông, basic, vintage, hàn quốc, cao cấp, sang trọng, trẻ trung, dày dặn, thoáng mát, co giãn, không nhăn, big size, đồ đôi',
);

/** Names of collections: what no lexicon knows. */
export const COLLECTIONS = words(
  'An Nhiên, Hạ Vy, Thu Sang, Đông Du, Xuân Mai, Sao Khuê, Trăng Non, Gió Lào, Mây Chiều, Nắng Sớm, Phù Sa, Bạch Liên, Thanh Trà, Hoàng Lan, Tử Đằng, Cẩm Tú, Thảo Nguyên, Hải Vân, Sơn Trà, Lam Giang, Ngọc Bích, Hồng Hạc, Diệp Chi, Thiên Ý, Minh Nguyệt, Tường Vy, Quỳnh Anh, Mộc Miên, Vân Hồ, Trúc Bạch, Tây Hồ, Cố Đô, Phố Cổ, Bến Xuân, Đồi Cỏ, Suối Mơ, Lá Me, Ban Mai, Hoàng Hôn, Giao Mùa, Stella, Nomad, Aurora, Verano, Lumina, Moderno, Essential, Heritage, Riviera, Odyssey, Tropic, Urban, Luna, Nova, Zephyr, Marine, Breeze, Classic, Studio, Atelier',
);

const [BRAND_STARTS, BRAND_ENDS] = [
  words('Mây, Sen, Trúc, Nắng, Sương, Lúa, Biển, Núi, Gió, Tơ, Chỉ, Vải, Lụa, Gấm, Sợi, Kim, Nhà, Xưởng, Tiệm, Góc'),
  words('Việt, Hà, An, Bình, Nhi, Thảo, Quê, Xanh, Nhỏ, Vàng, Hội, Phố'),
];
/** Invented brands, the commonest first. */
export const SCALE_BRANDS = BRAND_ENDS.flatMap((end) => BRAND_STARTS.map((start) => `${start} ${end}`));

export const SENTENCES = words(
  'Đường may chắc và đều|Lên dáng gọn gàng|Vải mềm nên mặc cả ngày vẫn dễ chịu|Giặt máy được ở chế độ nhẹ|Màu bền sau nhiều lần giặt|Phối được với nhiều món trong tủ|Chọn đúng cỡ thường mặc|Hợp đi làm lẫn cuối tuần|Gấp gọn nên tiện mang đi xa|Phơi trong bóng râm để giữ màu|Mặc mát vào những ngày oi|Giữ ấm tốt khi trời trở lạnh'.replaceAll(
    '|',
    ',',
  ),
);
