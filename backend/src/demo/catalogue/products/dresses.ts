import { inCategory } from '../product.js';

export const DRESSES = inCategory('dresses', [
  {
    name: 'Đầm hai dây lụa cắt xéo',
    brand: 'luaha',
    price: 790_000,
    oldPrice: 990_000,
    cut: 'slipDress',
    cloth: { texture: 'satin' },
    colors: ['Hồng phấn', 'Đen', 'Xanh ngọc'],
    sizes: 'women',
    description:
      'Cắt canh xéo nên ôm nhẹ rồi buông, cổ đổ mềm. Dây vai chỉnh được, lưng khoét vừa. Giặt tay nước lạnh, ủi mặt trái, đừng vắt.',
  },
  {
    name: 'Đầm hai dây đũi đi biển',
    brand: 'bengio',
    price: 429_000,
    cut: 'slipDress',
    cloth: { texture: 'linen' },
    colors: ['Trắng', 'Cam đất', 'Xanh da trời'],
    sizes: 'women',
    description:
      'Đũi nhẹ bay bay, mặc thẳng từ bãi biển vào quán cà phê. Lót thân trước kín đáo. Gấp nhỏ bằng bàn tay, vali nào cũng vừa.',
  },
  {
    name: 'Đầm hai dây hoa đêm',
    brand: 'luaha',
    price: 690_000,
    cut: 'slipDress',
    cloth: { texture: 'satin', pattern: 'garden', second: '#d9a08f', accent: '#c9963a' },
    colors: ['Xanh navy'],
    sizes: 'women',
    description:
      'Hoa mẫu đơn trên nền xanh đêm, lên đèn vàng rất sang. Lụa dày vừa, không lộ đường may trong. Thêm áo khoác lửng là đi tiệc được ngay.',
  },
  {
    name: 'Đầm suông lanh batik',
    brand: 'bengio',
    price: 559_000,
    cut: 'shiftDress',
    cloth: { texture: 'linen', pattern: 'batik', second: '#2d4b6e', accent: '#b5533c' },
    colors: ['Kem'],
    sizes: 'women',
    description:
      'Hoa văn vẽ sáp trên lanh mộc, mỗi ô hoa hơi khác nhau vì làm tay. Dáng suông che bụng, hai túi hông sâu. Giặt nhẹ, phơi trong râm.',
  },
  {
    name: 'Đầm suông công sở',
    brand: 'haldren',
    price: 590_000,
    oldPrice: 690_000,
    cut: 'shiftDress',
    cloth: { texture: 'wool' },
    colors: ['Xanh navy', 'Đỏ đô', 'Đen'],
    sizes: 'women',
    description:
      'Đường cắt thẳng, dài ngang gối, tay ngắn vừa phải. Vải đứng, ít nhăn, khoác blazer là vào họp. Khóa kéo sau lưng dễ tự kéo.',
  },
  {
    name: 'Đầm suông cotton chấm bi',
    brand: 'nep',
    price: 389_000,
    cut: 'shiftDress',
    cloth: { texture: 'poplin', pattern: 'dots', second: '#f1ebdd' },
    colors: ['Đen'],
    sizes: 'women',
    description:
      'Chấm bi không bao giờ lỗi mốt. Cotton mát, dáng rộng, bầu mấy tháng vẫn mặc vừa. Giặt máy, ủi sơ là phẳng.',
  },
  {
    name: 'Đầm sơ mi thắt đai',
    brand: 'nep',
    price: 529_000,
    cut: 'shirtDress',
    cloth: { texture: 'linen' },
    colors: ['Xanh xô thơm', 'Be', 'Xanh navy'],
    sizes: 'women',
    description:
      'Cổ sơ mi, đai rời, chân váy xòe nhẹ: đi làm lịch sự, đi chơi nữ tính. Có thể mở hết nút khoác ngoài như áo choàng. Lanh pha cotton, mặc mát.',
  },
  {
    name: 'Đầm sơ mi kẻ sọc',
    brand: 'haldren',
    price: 620_000,
    oldPrice: 760_000,
    cut: 'shirtDress',
    cloth: { texture: 'poplin', pattern: 'wideStripe', second: '#8fa9c6' },
    colors: ['Trắng'],
    sizes: 'women',
    description:
      'Sọc bản xanh trắng kéo dài dáng người. Poplin mịn, đai thắt cùng vải. Nút xà cừ dọc thân, có nút ẩn chống hở ngực.',
  },
  {
    name: 'Đầm quấn hoa vải voan',
    brand: 'luaha',
    price: 650_000,
    cut: 'wrapDress',
    cloth: { texture: 'satin', pattern: 'garden', second: '#e5b9a6', accent: '#c9803f' },
    colors: ['Xanh navy'],
    sizes: 'women',
    description:
      'Kiểu quấn chỉnh eo theo người, cổ V có nút bấm trong. Voan hai lớp bồng nhẹ, tay phất phơ. Mặc đi đám cưới, du lịch đều rất lên hình.',
  },
  {
    name: 'Đầm quấn trơn linen',
    brand: 'bengio',
    price: 549_000,
    cut: 'wrapDress',
    cloth: { texture: 'linen' },
    colors: ['Cam đất', 'Xanh rêu'],
    sizes: 'women',
    description:
      'Một màu, một đường quấn, không cần gì thêm. Lanh mềm rủ vừa, eo buộc dây bên hông. Cho con bú vẫn tiện, nhiều mẹ mua lắm.',
  },
  {
    name: 'Đầm tầng hoa nhí',
    brand: 'bengio',
    price: 489_000,
    oldPrice: 590_000,
    cut: 'tieredDress',
    cloth: { texture: 'poplin', pattern: 'ditsy', second: '#c86b5a', accent: '#e0a84d' },
    colors: ['Kem'],
    sizes: 'women',
    description:
      'Thân chun nhún co giãn, ba tầng váy xòe, dây vai bản to che áo lót. Cotton nhẹ, mặc cả ngày hè. Từ 42 đến 62 ký đều mặc được.',
  },
  {
    name: 'Đầm tầng caro gingham',
    brand: 'nep',
    price: 459_000,
    cut: 'tieredDress',
    cloth: { texture: 'poplin', pattern: 'gingham', second: '#6f8f7a' },
    colors: ['Trắng'],
    sizes: 'women',
    description:
      'Caro xanh lá như khăn trải bàn dã ngoại. Phom xòe thoải mái, có túi giấu trong đường sườn. Giặt máy, phơi móc là khỏi ủi.',
  },
]);

export const AODAI = inCategory('aodai', [
  {
    name: 'Áo dài gấm hoa sen đỏ',
    brand: 'luaha',
    price: 1_690_000,
    oldPrice: 1_990_000,
    cut: 'aoDai',
    cloth: { texture: 'satin', pattern: 'brocade', second: '#e9cf97', accent: '#d9a441' },
    colors: ['Đỏ'],
    sizes: 'women',
    description:
      'Gấm dệt nổi mây và sen vàng trên nền đỏ, dành cho lễ gia tiên và ngày Tết. Áo may hai lớp, kèm quần lụa trắng ngà. Giặt khô, cất trong túi vải.',
  },
  {
    name: 'Áo dài lụa trơn hồng phấn',
    brand: 'luaha',
    price: 1_290_000,
    cut: 'aoDai',
    cloth: { texture: 'satin', second: '#f5efe2', accent: '#c9a25a' },
    colors: ['Hồng phấn', 'Xanh bạc hà', 'Tím khoai môn'],
    sizes: 'women',
    description:
      'Lụa tơ tằm pha, mềm và rũ, đi trong gió rất đẹp. Cổ cao 4 cm, tay raglan dễ cử động. Nhận lên gấu miễn phí theo chiều cao.',
  },
  {
    name: 'Áo dài trắng nữ sinh',
    brand: 'luaha',
    price: 690_000,
    cut: 'aoDai',
    cloth: { texture: 'poplin', second: '#fbf8f1', accent: '#e8e1d2' },
    colors: ['Trắng'],
    sizes: 'women',
    description:
      'Vải lụa Nhật chống nhăn, không lộ, mặc đi học mỗi thứ hai. May đúng phom học sinh, xẻ tà kín đáo. Giặt máy trong túi lưới được.',
  },
  {
    name: 'Áo dài nhung đỏ đô thêu sen',
    brand: 'luaha',
    price: 1_890_000,
    cut: 'aoDaiLotus',
    cloth: { texture: 'fleece', second: '#f3ead7', accent: '#d9a441' },
    colors: ['Đỏ đô', 'Xanh ngọc'],
    sizes: 'women',
    description:
      'Nhung co giãn ôm dáng, cành sen thêu tay từ gấu lên eo. Mặc dự tiệc, lên sân khấu hay làm lễ đều trang trọng. Hấp hơi nước mặt trái, không ủi trực tiếp.',
  },
  {
    name: 'Áo dài cách tân hạc trắng',
    brand: 'luaha',
    price: 990_000,
    oldPrice: 1_250_000,
    cut: 'aoDai',
    cloth: { texture: 'satin', pattern: 'cranes', second: '#f2ecdf', accent: '#b2262e' },
    colors: ['Xanh chàm'],
    sizes: 'women',
    description:
      'Đàn hạc bay trên mây, in lụa hai mặt. Phom suông nhẹ, dài qua gối, mặc với quần ống đứng. Đi chùa, du xuân, chụp ảnh đều hợp.',
  },
  {
    name: 'Áo dài lanh mộc',
    brand: 'bengio',
    price: 890_000,
    cut: 'aoDai',
    cloth: { texture: 'linen', second: '#efe6d4', accent: '#7a5a40' },
    colors: ['Be', 'Xanh xô thơm'],
    sizes: 'women',
    description:
      'Áo dài cho ngày thường: lanh mộc, nút bọc, không lót nên rất mát. Phom rộng vừa, đi xe máy vẫn gọn. Giặt nhẹ tay, ủi khi còn ẩm.',
  },
  {
    name: 'Áo dài hoa cúc mùa thu',
    brand: 'luaha',
    price: 1_150_000,
    cut: 'aoDai',
    cloth: { texture: 'satin', pattern: 'ditsy', second: '#f3e3b5', accent: '#c9773a' },
    colors: ['Vàng mù tạt'],
    sizes: 'women',
    description:
      'Cúc họa mi rắc khắp tà, màu vàng ấm lên da. Lụa satin hai da, trong mát ngoài bóng mờ. Có sẵn kẹp nơ cùng vải.',
  },
  {
    name: 'Áo dài xanh thêu sen',
    brand: 'luaha',
    price: 1_590_000,
    cut: 'aoDaiLotus',
    cloth: { texture: 'satin', second: '#f6f0e3', accent: '#e4b7ae' },
    colors: ['Xanh da trời', 'Kem'],
    sizes: 'women',
    description:
      'Nền xanh trời, sen hồng thêu chìm nổi, nhẹ nhàng cho mẹ cô dâu. Lụa dày hai lớp, đứng tà. Đặt trước bảy ngày nếu cần chỉnh số đo.',
  },
]);
