import { inCategory } from '../product.js';

export const HOMEWEAR = inCategory('homewear', [
  {
    name: 'Pijama lụa kẻ tay ngắn',
    brand: 'nhaem',
    price: 459_000,
    oldPrice: 550_000,
    cut: 'pajamas',
    cloth: { texture: 'satin', pattern: 'fineStripe', second: '#9db1cb', accent: '#2f466b' },
    colors: ['Trắng'],
    sizes: 'letters',
    description:
      'Lụa latin mát da, kẻ xanh nhạt, viền navy gọn gàng. Quần dài cạp thun, có túi. Giặt máy túi lưới, phơi mát là giữ được độ mềm.',
  },
  {
    name: 'Pijama lụa trơn dài tay',
    brand: 'nhaem',
    price: 529_000,
    cut: 'pajamasLong',
    cloth: { texture: 'satin', accent: '#f3ede0' },
    colors: ['Xanh ngọc', 'Đỏ đô', 'Xanh navy'],
    sizes: 'letters',
    description:
      'Satin mềm rũ, viền sáng chạy quanh cổ và túi. Mặc ngủ phòng lạnh rất vừa, ra mở cửa nhận hàng vẫn lịch sự. Ủi nhiệt thấp.',
  },
  {
    name: 'Pijama xô muslin',
    brand: 'nhaem',
    price: 349_000,
    cut: 'pajamas',
    cloth: { texture: 'linen', accent: '#b08c69' },
    colors: ['Kem', 'Hồng phấn', 'Xanh bạc hà'],
    sizes: 'women',
    description:
      'Xô hai lớp xốp nhẹ, càng giặt càng bông. Hợp mẹ bỉm và em bé nằm cùng vì vải rất lành. Không cần ủi, nhăn mới đúng kiểu.',
  },
  {
    name: 'Pijama mây ngủ',
    brand: 'nhaem',
    price: 399_000,
    cut: 'pajamasLong',
    cloth: { texture: 'poplin', pattern: 'pinDots', second: '#f4eee0', accent: '#f4eee0' },
    colors: ['Tím khoai môn', 'Xanh chàm'],
    sizes: 'letters',
    description:
      'Chấm nhỏ như trời đêm, cotton lụa mặt láng mặt mềm. Phom rộng, tay dài có thể xắn. Quà sinh nhật cho bạn thân ai cũng khen.',
  },
  {
    name: 'Bộ lanh cổ tròn mặc nhà',
    brand: 'nhaem',
    price: 429_000,
    oldPrice: 499_000,
    cut: 'linenSet',
    cloth: { texture: 'linen' },
    colors: ['Be', 'Xanh xô thơm', 'Trắng'],
    sizes: 'women',
    description:
      'Áo cổ tròn xẻ nhỏ cài nút, quần ống rộng lửng. Lanh mềm thoáng, mặc ở nhà hay đi chợ đều tươm tất. Vải co khoảng 2% lần giặt đầu.',
  },
  {
    name: 'Bộ lanh thêu mặc nhà',
    brand: 'nhaem',
    price: 489_000,
    cut: 'linenSet',
    cloth: { texture: 'linen', pattern: 'pinDots', second: '#f0e6d3' },
    colors: ['Hồng đất', 'Xanh chàm'],
    sizes: 'women',
    description:
      'Lanh thêu chấm li ti tay, nhìn gần rất tinh. Áo rộng che bụng, quần có túi. Má mình mặc suốt, đi thăm bà con cũng mặc.',
  },
  {
    name: 'Bộ cotton hoa nhí',
    brand: 'nhaem',
    price: 289_000,
    cut: 'linenSet',
    cloth: { texture: 'poplin', pattern: 'ditsy', second: '#d0796c', accent: '#7f9a78' },
    colors: ['Kem'],
    sizes: 'women',
    description:
      'Đồ bộ hoa nhí kiểu mới: màu dịu, đường may sạch, cạp thun êm. Cotton mỏng mát cho mùa nóng. Từ 45 đến 70 ký đều có cỡ.',
  },
  {
    name: 'Pijama caro flannel',
    brand: 'nhaem',
    price: 479_000,
    cut: 'pajamasLong',
    cloth: { texture: 'wool', pattern: 'plaid', second: '#2f4d40', accent: '#c9963a' },
    colors: ['Đỏ đô'],
    sizes: 'letters',
    description:
      'Flannel chải bông ấm cho mùa đông miền Bắc. Caro đỏ xanh, mặc cả nhà chụp ảnh Giáng sinh là đẹp. Giặt riêng lần đầu.',
  },
]);

export const SHOES = inCategory('shoes', [
  {
    name: 'Giày sneaker da trắng gót xanh',
    brand: 'kaivo',
    price: 890_000,
    oldPrice: 1_090_000,
    cut: 'sneakers',
    cloth: { texture: 'leather', accent: '#3f6b57' },
    colors: ['Trắng'],
    sizes: 'shoes',
    description:
      'Da microfiber mềm, lót Ortholite êm, đế cao su đúc khâu chỉ. Đi đúng cỡ, chân bè tăng nửa cỡ. Lau bằng khăn ẩm và xi không màu.',
  },
  {
    name: 'Giày sneaker da toàn trắng',
    brand: 'nep',
    price: 790_000,
    cut: 'sneakers',
    cloth: { texture: 'leather', accent: '#efeadf' },
    colors: ['Trắng', 'Kem'],
    sizes: 'women_shoes',
    description:
      'Tối giản, không logo, phối với váy hay quần tây đều hợp. Da dày giữ phom, lót trong thấm hút. Tặng kèm dây giày dự phòng.',
  },
  {
    name: 'Giày vải canvas đế thấp',
    brand: 'kaivo',
    price: 459_000,
    cut: 'sneakers',
    cloth: { texture: 'canvas', accent: '#f1ece1' },
    colors: ['Xanh navy', 'Đen', 'Đỏ đô'],
    sizes: 'shoes',
    description:
      'Canvas 12 oz thoáng, khâu đế chắc. Nhẹ 280 g mỗi chiếc, đi bộ cả ngày không mỏi. Giặt tay, nhét giấy khi phơi để giữ phom.',
  },
  {
    name: 'Giày vải nhuộm chàm',
    brand: 'moclam',
    price: 590_000,
    cut: 'sneakers',
    cloth: { texture: 'denim', accent: '#c7b08a' },
    colors: ['Xanh chàm'],
    sizes: 'shoes',
    description:
      'Thân giày từ vải chàm dệt tay, mỗi đôi một sắc. Đế cao su tự nhiên dẻo, bám tốt khi trời mưa. Mang tất tối màu trong tuần đầu.',
  },
  {
    name: 'Giày da lộn retro',
    brand: 'haldren',
    price: 990_000,
    cut: 'sneakers',
    cloth: { texture: 'fleece', accent: '#ece2cf' },
    colors: ['Nâu sữa', 'Xanh rêu', 'Xám'],
    sizes: 'shoes',
    description:
      'Da lộn thật, kiểu giày chạy thập niên 80. Đế EVA nhẹ, ôm chân sau vài ngày. Xịt nano trước khi đi mưa nhé.',
  },
  {
    name: 'Giày thể thao nữ hồng phấn',
    brand: 'kaivo',
    price: 690_000,
    oldPrice: 850_000,
    cut: 'sneakers',
    cloth: { texture: 'leather', accent: '#bd8579' },
    colors: ['Hồng phấn', 'Trắng'],
    sizes: 'women_shoes',
    description:
      'Màu hồng nhẹ dễ phối, đế cao 3 cm kín đáo. Lót êm, không đau gót dù đi cả buổi. Cỡ chuẩn, chân thon giảm nửa cỡ.',
  },
  {
    name: 'Giày bạc hà đi phố',
    brand: 'nep',
    price: 520_000,
    cut: 'sneakers',
    cloth: { texture: 'canvas', accent: '#2d6b5c' },
    colors: ['Xanh bạc hà', 'Vàng bơ'],
    sizes: 'women_shoes',
    description:
      'Màu tươi mát cho mùa hè, thân vải bố mềm, cổ giày lót bông. Dây sáp không tuột. Ngâm baking soda mười phút là trắng đế.',
  },
]);

export const ACCESSORIES = inCategory('accessories', [
  {
    name: 'Mũ bucket vải bố',
    brand: 'bengio',
    price: 189_000,
    cut: 'bucketHat',
    cloth: { texture: 'canvas', accent: '#efe6d2' },
    colors: ['Xanh rêu', 'Kem', 'Đen'],
    sizes: 'free',
    description:
      'Vành 7 cm che nắng tốt, may xoắn nhiều vòng nên đứng. Gấp lại bỏ túi, mở ra không hằn. Vòng đầu 56 đến 59 cm.',
  },
  {
    name: 'Mũ bucket chàm hoa sáp',
    brand: 'moclam',
    price: 249_000,
    cut: 'bucketHat',
    cloth: { texture: 'linen', pattern: 'batik', second: '#d7e0ec', accent: '#e9e1cf' },
    colors: ['Xanh chàm'],
    description:
      'Hoa văn vẽ sáp ong rồi nhuộm chàm, hai mặt đội được cả hai. Nhẹ, thấm mồ hôi, hợp đi làng đi bản. Giặt tay bằng nước lạnh.',
  },
  {
    name: 'Mũ lưỡi trai chữ M',
    brand: 'kaivo',
    price: 219_000,
    oldPrice: 259_000,
    cut: 'cap',
    cloth: { texture: 'canvas', second: '#202f4a', accent: '#e8e0cf' },
    colors: ['Xanh navy'],
    description:
      'Sáu múi, thêu nổi chữ M, khóa đồng phía sau chỉnh được. Vành cong sẵn, lót thấm mồ hôi. Giặt tay để giữ dáng.',
  },
  {
    name: 'Mũ lưỡi trai phối màu',
    brand: 'kaivo',
    price: 229_000,
    cut: 'cap',
    cloth: { texture: 'canvas', second: '#2d6b5c', accent: '#2d6b5c' },
    colors: ['Kem'],
    description:
      'Thân kem, vành xanh ngọc, đội lên trẻ vài tuổi. Cotton chải mềm, không cứng đầu. Hợp cả nam lẫn nữ, vòng đầu tới 60 cm.',
  },
  {
    name: 'Túi tote canvas quai da',
    brand: 'nep',
    price: 289_000,
    cut: 'tote',
    cloth: { texture: 'canvas', second: '#8a5a3b' },
    colors: ['Kem'],
    description:
      'Canvas 16 oz dày, quai da thuộc thảo mộc càng dùng càng bóng. Đựng vừa laptop 14 inch, có ngăn trong khóa kéo. Vết bẩn lau bằng khăn ẩm.',
  },
  {
    name: 'Túi tote in sen',
    brand: 'luaha',
    price: 159_000,
    cut: 'toteLotus',
    cloth: { texture: 'canvas', second: '#e9e0cd', accent: '#b98079' },
    colors: ['Kem', 'Xanh bạc hà'],
    sizes: 'free',
    description:
      'Hình sen nét mảnh in giữa túi, quai vải dài đeo vai thoải mái. Đi chợ, đi học, đi thư viện đều vừa. Bỏ máy giặt thoải mái.',
  },
  {
    name: 'Túi tote sọc biển',
    brand: 'bengio',
    price: 199_000,
    oldPrice: 249_000,
    cut: 'tote',
    cloth: { texture: 'canvas', pattern: 'breton', second: '#27405f' },
    colors: ['Kem'],
    description:
      'Sọc navy to bản, miệng túi rộng đựng được cả khăn tắm biển. Đáy hai lớp chịu lực. Cát dính chỉ cần giũ là sạch.',
  },
  {
    name: 'Túi vải gấp gọn',
    brand: 'nep',
    price: 89_000,
    cut: 'tote',
    cloth: { texture: 'canvas', second: '#25262a' },
    colors: ['Đen'],
    description:
      'Túi vải đen đi đâu cũng được, gấp nhỏ bỏ cốp xe. Đường may chữ X ở quai chịu 12 ký. Rẻ mà bền, mua hai cái cho chắc.',
  },
  {
    name: 'Khăn len caro bản to',
    brand: 'suong',
    price: 329_000,
    cut: 'scarf',
    cloth: { texture: 'wool', pattern: 'plaid', second: '#3a3330', accent: '#a33d36' },
    colors: ['Be'],
    description:
      'Dài hai mét, quấn hai vòng vẫn còn tua. Len pha cashmere mềm, không châm cổ. Giặt tay bằng dầu gội dịu nhẹ, phơi ngang.',
  },
  {
    name: 'Khăn len trơn Đà Lạt',
    brand: 'suong',
    price: 259_000,
    oldPrice: 320_000,
    cut: 'scarf',
    cloth: { texture: 'knit' },
    colors: ['Đỏ đô', 'Xám', 'Xanh ngọc'],
    sizes: 'free',
    description: 'Đan tay từng chiếc ở một xóm nhỏ trên đồi. Mũi gân dày, ấm mà nhẹ. Đóng hộp giấy, làm quà rất tiện.',
  },
]);
