import { inCategory } from '../product.js';

export const TEES = inCategory('tees', [
  {
    name: 'Áo thun cổ tròn cotton Supima',
    brand: 'nep',
    price: 249_000,
    cut: 'tee',
    cloth: { texture: 'jersey' },
    colors: ['Trắng', 'Đen', 'Xanh navy', 'Xám nhạt'],
    sizes: 'letters',
    description:
      'Cotton Supima 220 gsm dệt đơn, sờ vào mát và không lộ áo trong. Form vừa người, vai ngang, cổ bo dày nên giặt nhiều không bị bai. Giặt máy ở 30 độ, lộn trái khi phơi.',
  },
  {
    name: 'Áo thun kẻ ngang Breton',
    brand: 'nep',
    price: 289_000,
    oldPrice: 349_000,
    cut: 'tee',
    cloth: { texture: 'jersey', pattern: 'breton', second: '#27405f' },
    colors: ['Kem'],
    sizes: 'letters',
    description:
      'Kẻ ngang kiểu thủy thủ, dệt sẵn màu nên sọc không phai. Vải dày vừa, mặc riêng hay khoác ngoài blazer đều đẹp. Nên chọn đúng cỡ hằng ngày.',
  },
  {
    name: 'Áo thun nữ ôm vai con',
    brand: 'nep',
    price: 189_000,
    cut: 'teeSlim',
    cloth: { texture: 'jersey' },
    colors: ['Hồng phấn', 'Trắng', 'Đen', 'Tím khoai môn'],
    sizes: 'women',
    description:
      'Dáng ôm nhẹ, cổ khoét vừa phải, tay con gọn bắp tay. Thun cotton pha 5% spandex co giãn bốn chiều, lên eo mà không bó. Giặt túi lưới, tránh sấy nóng.',
  },
  {
    name: 'Áo thun boxy vai rơi',
    brand: 'kaivo',
    price: 299_000,
    cut: 'teeBoxy',
    cloth: { texture: 'jersey' },
    colors: ['Xám than', 'Kem', 'Xanh rêu'],
    sizes: 'men',
    description:
      'Form rộng, vai rơi, tay lỡ, mặc kiểu gì cũng thoải mái. Cotton 260 gsm đứng dáng, đã giặt trước nên không co thêm. Muốn gọn hơn thì lùi một cỡ.',
  },
  {
    name: 'Áo thun in Mặt trời lên',
    brand: 'kaivo',
    price: 279_000,
    oldPrice: 359_000,
    cut: 'teeSun',
    cloth: { texture: 'jersey', second: '#c9603a', accent: '#1f3a55' },
    colors: ['Trắng', 'Vàng bơ'],
    sizes: 'letters',
    description:
      'Hình in mặt trời trên sóng, mực gốc nước ngấm vào sợi nên sờ không cộm. Form suông, mặc được cả nam lẫn nữ. Lộn trái khi giặt và ủi để hình bền lâu.',
  },
  {
    name: 'Áo thun in Núi đôi',
    brand: 'kaivo',
    price: 279_000,
    cut: 'teeHills',
    cloth: { texture: 'jersey', second: '#2d6b5c', accent: '#c9963a' },
    colors: ['Kem', 'Xám nhạt'],
    sizes: 'letters',
    description:
      'Lấy cảm hứng từ sương sớm ở cao nguyên đá, ba lớp núi in lụa thủ công. Cotton chải kỹ mềm, ít xù. Đi phượt hay đi học đều hợp.',
  },
  {
    name: 'Áo thun in Phin sữa đá',
    brand: 'nep',
    price: 259_000,
    cut: 'teePhin',
    cloth: { texture: 'jersey', second: '#f1e7d6', accent: '#c78f5a' },
    colors: ['Nâu', 'Đen'],
    sizes: 'letters',
    description:
      'Dành cho người sáng nào cũng phải có ly cà phê. Hình phin in nhỏ gọn giữa ngực, nhìn gần mới thấy giọt đang rơi. Cotton 230 gsm, cổ bo 2 cm chắc tay.',
  },
  {
    name: 'Áo thun gân tăm tay lỡ',
    brand: 'suong',
    price: 229_000,
    cut: 'teeSlim',
    cloth: { texture: 'jersey', pattern: 'ribs' },
    colors: ['Xanh xô thơm', 'Be', 'Đỏ đô'],
    sizes: 'women',
    description:
      'Thun gân tăm ôm nhẹ, co giãn tốt, mặc trong áo khoác rất gọn. Chất mềm nên hợp người hay dị ứng vải cứng. Phơi ngang để áo không dãn vai.',
  },
  {
    name: 'Áo thun hoa nhí mùa hạ',
    brand: 'bengio',
    price: 239_000,
    oldPrice: 299_000,
    cut: 'tee',
    cloth: { texture: 'jersey', pattern: 'ditsy', second: '#f0e6d2', accent: '#b8623e' },
    colors: ['Xanh navy'],
    sizes: 'women',
    description:
      'Hoa nhí in kỹ thuật số trên nền cotton mát tay, màu lên trong và sắc. Tay ngắn phủ nửa bắp, che khuyết điểm khéo. Mặc cùng jean ống rộng là đủ xinh.',
  },
  {
    name: 'Áo thun loang chàm',
    brand: 'moclam',
    price: 359_000,
    cut: 'teeBoxy',
    cloth: { texture: 'jersey', pattern: 'tieDye', second: '#34486d', accent: '#6d8bb5' },
    colors: ['Xanh da trời'],
    sizes: 'letters',
    description:
      'Mỗi chiếc nhuộm tay nên vệt loang không chiếc nào giống chiếc nào. Ba lần giặt đầu nên giặt riêng vì chàm còn ra màu nhẹ. Càng mặc màu càng êm.',
  },
]);

export const POLOS = inCategory('polos', [
  {
    name: 'Áo polo piqué cổ dệt',
    brand: 'nep',
    price: 349_000,
    cut: 'polo',
    cloth: { texture: 'jersey' },
    colors: ['Xanh navy', 'Trắng', 'Đen', 'Xanh ngọc'],
    sizes: 'men',
    description:
      'Vải piqué mắt chim thoáng khí, cổ dệt riêng nên đứng mà không cứng. Hai bên tà xẻ ngắn, mặc bỏ ngoài vẫn gọn. Giặt máy bình thường, không cần ủi kỹ.',
  },
  {
    name: 'Áo polo viền cổ Riviera',
    brand: 'haldren',
    price: 459_000,
    oldPrice: 559_000,
    cut: 'poloTipped',
    cloth: { texture: 'jersey', accent: '#f3ede0' },
    colors: ['Đỏ đô', 'Xanh navy'],
    sizes: 'men',
    description:
      'Đường viền sáng chạy quanh cổ và tay áo, nhìn lịch sự hẳn so với polo trơn. Cotton mercerized bóng nhẹ, ít bám bụi vải. Hợp đi làm thứ sáu và đi ăn cuối tuần.',
  },
  {
    name: 'Áo polo nữ dáng suông',
    brand: 'nep',
    price: 299_000,
    cut: 'polo',
    cloth: { texture: 'jersey' },
    colors: ['Vàng bơ', 'Hồng đất', 'Trắng'],
    sizes: 'women',
    description:
      'Phom suông vừa, dài qua lưng quần nên sơ vin hay thả đều được. Vải cá sấu bốn chiều mềm, mồ hôi mau khô. Nút xà cừ nhỏ tông màu áo.',
  },
  {
    name: 'Áo polo thể thao khô nhanh',
    brand: 'kaivo',
    price: 329_000,
    cut: 'poloTipped',
    cloth: { texture: 'satin', accent: '#2d6b5c' },
    colors: ['Xám nhạt', 'Đen', 'Xanh dương'],
    sizes: 'men',
    description:
      'Sợi polyester tái chế dệt lỗ li ti, vận động ra mồ hôi vẫn không dính lưng. Đường may phẳng nên đeo ba lô không cấn. Khô trong khoảng hai giờ nếu phơi quạt.',
  },
  {
    name: 'Áo polo len mỏng cổ mở',
    brand: 'suong',
    price: 489_000,
    cut: 'knitPolo',
    cloth: { texture: 'knit' },
    colors: ['Kem', 'Xanh rêu', 'Nâu sữa'],
    sizes: 'men',
    description:
      'Dệt kim mảnh 14 gauge, mát như áo thun nhưng rủ đẹp hơn. Cổ mở kiểu Johnny, không cúc trên cùng nên mặc rất phóng khoáng. Giặt tay hoặc giặt túi, phơi ngang.',
  },
  {
    name: 'Áo polo len quả trám',
    brand: 'suong',
    price: 529_000,
    oldPrice: 650_000,
    cut: 'knitPolo',
    cloth: { texture: 'knit', pattern: 'argyle', second: '#2f4d40', accent: '#b98c4a' },
    colors: ['Kem'],
    sizes: 'men',
    description:
      'Họa tiết quả trám đan màu, mặt trái gọn sợi, không vướng tay khi mặc. Bo gấu và tay ôm vừa phải. Hợp với quần tây sáng màu và giày vải.',
  },
  {
    name: 'Áo polo kẻ Rugby',
    brand: 'kaivo',
    price: 379_000,
    cut: 'polo',
    cloth: { texture: 'jersey', pattern: 'rugby', second: '#2c5a4a', accent: '#c9963a' },
    colors: ['Kem'],
    sizes: 'men',
    description:
      'Kẻ bản lớn kiểu bóng bầu dục, cotton dày nên lên dáng khỏe. Cổ áo may chắc, bẻ hay dựng đều đẹp. Màu dệt sợi, giặt chung thoải mái sau lần đầu.',
  },
  {
    name: 'Áo polo kẻ mảnh công sở',
    brand: 'haldren',
    price: 429_000,
    cut: 'polo',
    cloth: { texture: 'poplin', pattern: 'pinstripe', second: '#f0ebdf' },
    colors: ['Xanh chàm', 'Xám than'],
    sizes: 'men',
    description:
      'Kẻ dọc mảnh giúp người trông cao hơn, nhìn xa như áo trơn. Cotton pha modal mềm mịn, ít nhăn khi ngồi lâu. Có cỡ XXL cho người ngực lớn.',
  },
]);

export const BLOUSES = inCategory('blouses', [
  {
    name: 'Áo ba lỗ gân bản nhỏ',
    brand: 'nep',
    price: 129_000,
    cut: 'tank',
    cloth: { texture: 'jersey', pattern: 'ribs' },
    colors: ['Trắng', 'Đen', 'Be', 'Xanh xô thơm'],
    sizes: 'women',
    description:
      'Món nền của cả tủ đồ: mặc riêng, mặc trong sơ mi, mặc ngủ đều ổn. Gân nhỏ co giãn, viền cổ và nách may phẳng. Giặt máy vô tư.',
  },
  {
    name: 'Áo ba lỗ thể thao nhẹ',
    brand: 'kaivo',
    price: 159_000,
    cut: 'tank',
    cloth: { texture: 'satin' },
    colors: ['Xám than', 'Xanh bạc hà', 'Hồng đất'],
    sizes: 'letters',
    description:
      'Nhẹ 110 g, nách khoét sâu vừa đủ để vung tay. Vải hút ẩm, mặc tập gym hay chạy bộ đều khô nhanh. Không dùng nước xả để giữ độ thoáng.',
  },
  {
    name: 'Áo ba lỗ kẻ biển',
    brand: 'bengio',
    price: 169_000,
    oldPrice: 219_000,
    cut: 'tank',
    cloth: { texture: 'jersey', pattern: 'breton', second: '#3c6799' },
    colors: ['Trắng'],
    sizes: 'women',
    description:
      'Kẻ xanh trắng nhìn là thấy biển. Cotton mỏng nhưng không lộ, cổ sâu vừa phải. Đi biển mặc cùng quần short đũi là hết ý.',
  },
  {
    name: 'Áo kiểu cổ nơ voan chấm bi',
    brand: 'luaha',
    price: 459_000,
    cut: 'blouse',
    cloth: { texture: 'satin', pattern: 'pinDots', second: '#a5463f' },
    colors: ['Kem'],
    sizes: 'women',
    description:
      'Nơ lụa buộc sẵn, có thể tháo ra thắt lại theo ý. Voan hai lớp phần thân, tay áo một lớp nên vẫn thoáng. Giặt tay nước lạnh, ủi hơi nước.',
  },
  {
    name: 'Áo kiểu cổ nơ lụa trơn',
    brand: 'luaha',
    price: 590_000,
    oldPrice: 720_000,
    cut: 'blouse',
    cloth: { texture: 'satin' },
    colors: ['Hồng phấn', 'Trắng', 'Đỏ đô'],
    sizes: 'women',
    description:
      'Lụa satin bóng mờ, rủ nhẹ theo người, đi họp hay đi tiệc đều xứng. Cổ tay có măng sét cài hai cúc. Nên giặt khô hoặc giặt tay thật nhẹ.',
  },
  {
    name: 'Áo kiểu hoa vườn tay dài',
    brand: 'bengio',
    price: 389_000,
    cut: 'blouse',
    cloth: { texture: 'poplin', pattern: 'ditsy', second: '#c96f5c', accent: '#7f9a78' },
    colors: ['Trắng'],
    sizes: 'women',
    description:
      'Nền trắng rắc hoa nhỏ, nhìn tươi mà không chói. Cotton voile mịn, tay bồng nhẹ tôn cổ tay. Mặc với chân váy chữ A hoặc jean đều xinh.',
  },
  {
    name: 'Áo kiểu lanh dáng rộng',
    brand: 'bengio',
    price: 349_000,
    cut: 'blouse',
    cloth: { texture: 'linen' },
    colors: ['Xanh bạc hà', 'Be', 'Trắng'],
    sizes: 'women',
    description:
      'Lanh mềm đã qua xử lý giặt đá nên mặc lần đầu đã êm. Vải có độ nhăn tự nhiên, đó là cái duyên của lanh. Phơi chỗ râm, ủi khi còn ẩm.',
  },
  {
    name: 'Áo dây rút ngực thô mộc',
    brand: 'moclam',
    price: 199_000,
    cut: 'tank',
    cloth: { texture: 'linen' },
    colors: ['Xanh chàm', 'Nâu sữa'],
    sizes: 'women',
    description:
      'Vải thô nhuộm tự nhiên, càng giặt càng mềm. Dáng suông ngắn ngang hông, mặc cùng quần cạp cao rất vừa. Lần đầu giặt riêng vì chàm có thể ra màu.',
  },
]);
