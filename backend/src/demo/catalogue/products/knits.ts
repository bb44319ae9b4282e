import { inCategory } from '../product.js';

export const KNITS = inCategory('knits', [
  {
    name: 'Áo len vặn thừng cổ tròn',
    brand: 'suong',
    price: 590_000,
    oldPrice: 750_000,
    cut: 'sweater',
    cloth: { texture: 'wool', pattern: 'cable' },
    colors: ['Kem', 'Xám nhạt'],
    sizes: 'letters',
    description:
      'Hoa văn vặn thừng đan nổi, dày dặn mà vẫn nhẹ nhờ len pha acrylic. Cổ, gấu, tay bo gân chắc nên không bai. Giặt tay, vắt trong khăn rồi phơi ngang.',
  },
  {
    name: 'Áo len cổ lọ gân',
    brand: 'suong',
    price: 459_000,
    cut: 'rollNeck',
    cloth: { texture: 'knit' },
    colors: ['Đỏ đô', 'Đen', 'Be'],
    sizes: 'women',
    description:
      'Cổ cao gập hai lần, mềm và không ngứa cổ. Dệt mũi đơn mỏng vừa, mặc trong măng tô rất gọn. Co giãn tốt nên chỉ cần chọn đúng cỡ.',
  },
  {
    name: 'Áo len merino mỏng',
    brand: 'haldren',
    price: 790_000,
    cut: 'sweater',
    cloth: { texture: 'knit' },
    colors: ['Xanh navy', 'Xám than', 'Xanh ngọc'],
    sizes: 'men',
    description:
      'Merino siêu mịn, mặc sát da không châm, ấm mà không bí. Mỏng đủ để mặc dưới blazer. Giặt bằng nước giặt len, tuyệt đối không vắt xoắn.',
  },
  {
    name: 'Áo len Bắc Âu tuyết rơi',
    brand: 'suong',
    price: 650_000,
    cut: 'sweater',
    cloth: { texture: 'knit', pattern: 'nordic', second: '#f0e8d8', accent: '#b2262e' },
    colors: ['Xanh chàm'],
    sizes: 'letters',
    description:
      'Dải hoa văn dệt ba màu chạy ngang thân, mặc là thấy Giáng sinh. Len dày, hợp Đà Lạt, Sa Pa và những chuyến đi xa. Lót vai mềm, không cấn.',
  },
  {
    name: 'Cardigan len cài nút gỗ',
    brand: 'suong',
    price: 520_000,
    cut: 'cardigan',
    cloth: { texture: 'knit', buttons: '#6b4a2e' },
    colors: ['Nâu sữa', 'Xanh xô thơm', 'Hồng đất'],
    sizes: 'women',
    description:
      'Cổ V sâu, hai túi đắp, nút gỗ mài tròn cạnh. Khoác ngoài đầm hai dây hay sơ mi trắng đều dịu dàng. Có thể mặc như áo len kín khi cài hết nút.',
  },
  {
    name: 'Cardigan lông mềm văn phòng',
    brand: 'suong',
    price: 389_000,
    oldPrice: 459_000,
    cut: 'cardigan',
    cloth: { texture: 'fleece' },
    colors: ['Xám nhạt', 'Kem', 'Đen'],
    sizes: 'women',
    description:
      'Để sẵn ở ghế cho những hôm điều hòa lạnh. Sợi lông mịn, không rụng, nhẹ như không. Giặt máy trong túi lưới ở chế độ len.',
  },
  {
    name: 'Hoodie nỉ bông trơn',
    brand: 'kaivo',
    price: 459_000,
    cut: 'hoodie',
    cloth: { texture: 'fleece' },
    colors: ['Xanh xô thơm', 'Đen', 'Xám', 'Kem'],
    sizes: 'letters',
    description:
      'Nỉ bông 350 gsm, trong lót mịn, ngoài ít xù. Mũ hai lớp đứng phom, dây rút đầu bọc kim loại. Form rộng vừa, mặc đôi với người yêu rất xinh.',
  },
  {
    name: 'Hoodie zip chạy bộ',
    brand: 'kaivo',
    price: 529_000,
    oldPrice: 629_000,
    cut: 'hoodieZip',
    cloth: { texture: 'fleece' },
    colors: ['Xám than', 'Xanh navy'],
    sizes: 'men',
    description:
      'Khóa kéo hai đầu, túi trong để vừa điện thoại. Nỉ da cá thoáng, chạy sáng sớm không bí. Bo tay có lỗ xỏ ngón giữ ấm.',
  },
  {
    name: 'Áo nỉ cổ tròn mélange',
    brand: 'kaivo',
    price: 359_000,
    cut: 'sweatshirt',
    cloth: { texture: 'fleece', pattern: 'melange', second: '#77736c' },
    colors: ['Xám nhạt'],
    sizes: 'letters',
    description:
      'Màu xám pha sợi kinh điển, tay raglan, chữ V nhỏ dưới cổ. Mặc đi học, đi tập, ở nhà đều được. Giặt với đồ cùng màu để giữ độ mịn.',
  },
  {
    name: 'Áo nỉ trơn dày dặn',
    brand: 'nep',
    price: 329_000,
    cut: 'sweatshirt',
    cloth: { texture: 'fleece' },
    colors: ['Hồng đất', 'Xanh ngọc', 'Be'],
    sizes: 'letters',
    description:
      'Nỉ cotton 320 gsm nhuộm hoàn tất, màu trầm và đều. Bo gấu vừa, không túm bụng. Chất này càng giặt càng mềm.',
  },
  {
    name: 'Hoodie nhuộm chàm thủ công',
    brand: 'moclam',
    price: 690_000,
    cut: 'hoodie',
    cloth: { texture: 'denim' },
    colors: ['Xanh chàm'],
    sizes: 'letters',
    description:
      'Nhúng chàm bảy lần, hong gió giữa các lần nên màu sâu và có vân. Tay mới nhận có thể dính màu nhẹ, giặt riêng vài lần là hết. Mỗi đợt chỉ làm vài chục chiếc.',
  },
]);

export const OUTERWEAR = inCategory('outerwear', [
  {
    name: 'Áo khoác bomber dù nhẹ',
    brand: 'kaivo',
    price: 659_000,
    oldPrice: 820_000,
    cut: 'bomber',
    cloth: { texture: 'poplin', gloss: 1.2 },
    colors: ['Xanh rêu', 'Đen'],
    sizes: 'men',
    description:
      'Vải dù cản gió, lót lưới thoáng, gấp gọn trong balo. Bo cổ, tay, gấu dệt gân dày không nhão. Khóa YKK kéo êm, túi xéo hai bên.',
  },
  {
    name: 'Áo khoác bomber da lộn',
    brand: 'haldren',
    price: 1_290_000,
    cut: 'bomber',
    cloth: { texture: 'fleece' },
    colors: ['Nâu sữa', 'Nâu'],
    sizes: 'men',
    description:
      'Giả da lộn mịn như nhung, ấm vừa và đứng vai. Lót satin mặc vào trơn tay. Lau bằng khăn ẩm, tránh mưa to.',
  },
  {
    name: 'Áo khoác denim Trucker',
    brand: 'moclam',
    price: 790_000,
    cut: 'trucker',
    cloth: { texture: 'denim' },
    colors: ['Xanh dương', 'Xanh chàm', 'Đen'],
    sizes: 'letters',
    description:
      'Denim 13 oz, đường may chữ V kinh điển, cúc đồng đúc nổi. Mới mặc hơi cứng, sau vài tuần sẽ ôm theo người. Hạn chế giặt, giặt thì lộn trái nước lạnh.',
  },
  {
    name: 'Áo khoác nhung tăm',
    brand: 'moclam',
    price: 720_000,
    oldPrice: 890_000,
    cut: 'trucker',
    cloth: { texture: 'corduroy' },
    colors: ['Nâu sữa', 'Xanh rêu'],
    sizes: 'letters',
    description:
      'Nhung tăm sợi to, sờ đã tay, màu ấm kiểu thập niên 70. Túi ngực có nắp, hai túi hông may chìm. Chải nhẹ theo chiều tăm sau khi giặt.',
  },
  {
    name: 'Blazer một hàng nút',
    brand: 'haldren',
    price: 1_450_000,
    cut: 'blazer',
    cloth: { texture: 'wool' },
    colors: ['Xanh navy', 'Xám than', 'Đen'],
    sizes: 'men',
    description:
      'Len pha tropical nhẹ, vai tự nhiên không độn dày, mặc cả ngày không mỏi. Ve khuy vừa, hai nút, xẻ sau. Treo móc vai rộng, giặt khô khi cần.',
  },
  {
    name: 'Blazer nữ hai hàng nút',
    brand: 'haldren',
    price: 1_290_000,
    oldPrice: 1_590_000,
    cut: 'blazerDouble',
    cloth: { texture: 'linen', pattern: 'windowpane', second: '#8b7554' },
    colors: ['Be'],
    sizes: 'women',
    description:
      'Ô kẻ mảnh trên nền lanh pha, sang mà mát. Dáng hơi dài phủ hông, mặc với quần cùng bộ hay jean đều đẹp. Lót nửa thân cho đỡ nóng.',
  },
  {
    name: 'Blazer nữ dáng rộng',
    brand: 'haldren',
    price: 1_190_000,
    cut: 'blazerDouble',
    cloth: { texture: 'wool' },
    colors: ['Đen', 'Nâu sữa'],
    sizes: 'women',
    description:
      'Mượn phom áo nam: vai rộng, thân suông, nút sừng. Vải ít nhăn, cuộn trong vali vẫn ổn. Muốn vừa vặn hơn thì lùi một cỡ.',
  },
  {
    name: 'Blazer xương cá cổ điển',
    brand: 'haldren',
    price: 1_690_000,
    cut: 'blazer',
    cloth: { texture: 'wool', pattern: 'herringbone', second: '#2a2622', buttons: '#4a3524' },
    colors: ['Xám'],
    sizes: 'men',
    description:
      'Họa tiết xương cá dệt từ len pha, nhìn gần mới thấy hết cái đẹp. Nút nâu, lót túi trong ba ngăn. Hợp mùa lạnh miền Bắc và những chuyến công tác xa.',
  },
  {
    name: 'Măng tô dạ thắt đai',
    brand: 'haldren',
    price: 2_490_000,
    cut: 'coat',
    cloth: { texture: 'wool', buttons: '#3c2c20' },
    colors: ['Nâu sữa', 'Xám than'],
    sizes: 'women',
    description:
      'Dạ ép hai mặt 70% len, dài quá gối, đai rời có khóa. Lót trơn toàn thân, túi sâu ấm tay. Mỗi mùa chỉ cần giặt khô một lần.',
  },
  {
    name: 'Măng tô kaki đi mưa',
    brand: 'nep',
    price: 1_090_000,
    oldPrice: 1_390_000,
    cut: 'coat',
    cloth: { texture: 'poplin', buttons: '#5a4433' },
    colors: ['Be', 'Xanh navy'],
    sizes: 'letters',
    description:
      'Kaki chống thấm nhẹ, mưa bụi trượt khỏi mặt vải. Cổ bản to, đai thắt eo, hai hàng nút. Giặt máy được ở chế độ nhẹ, không vắt.',
  },
]);
