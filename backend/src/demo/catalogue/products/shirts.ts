import { inCategory } from '../product.js';

export const SHIRTS = inCategory('shirts', [
  {
    name: 'Sơ mi Oxford cài cúc cổ',
    brand: 'haldren',
    price: 549_000,
    cut: 'shirt',
    cloth: { texture: 'canvas' },
    colors: ['Trắng', 'Xanh da trời', 'Hồng phấn'],
    sizes: 'men',
    description:
      'Vải Oxford dệt rổ dày dặn, mặc vài lần là mềm ra và ôm đúng dáng. Vạt tôm dài vừa để sơ vin, túi ngực gọn. Ủi khi còn hơi ẩm sẽ rất phẳng.',
  },
  {
    name: 'Sơ mi kẻ sọc xanh Poplin',
    brand: 'haldren',
    price: 499_000,
    oldPrice: 620_000,
    cut: 'shirt',
    cloth: { texture: 'poplin', pattern: 'fineStripe', second: '#7d9cc2' },
    colors: ['Trắng'],
    sizes: 'men',
    description:
      'Poplin 100 sợi mảnh, mặt vải mịn và mát, kẻ xanh nhạt lịch sự. Form slim vừa, có ly lưng để cử động thoải mái. Chống nhăn nhẹ, đi công tác rất tiện.',
  },
  {
    name: 'Sơ mi trắng không túi',
    brand: 'nep',
    price: 389_000,
    cut: 'shirtPlain',
    cloth: { texture: 'poplin' },
    colors: ['Trắng', 'Đen'],
    sizes: 'letters',
    description:
      'Chiếc sơ mi trắng ai cũng cần: cổ đứng vừa, măng sét hai nấc, không túi cho gọn. Cotton pha 3% spandex nên ngồi lâu không bị căng ngực. Giặt máy được.',
  },
  {
    name: 'Sơ mi lanh dài tay',
    brand: 'bengio',
    price: 469_000,
    cut: 'shirtPlain',
    cloth: { texture: 'linen' },
    colors: ['Be', 'Trắng', 'Xanh bạc hà', 'Xanh navy'],
    sizes: 'letters',
    description:
      'Lanh châu Âu 160 gsm, gió lùa qua được nên trưa hè vẫn dễ chịu. Tay dài có thể xắn lên cài nút. Lanh nhăn nhẹ là bình thường, đừng ủi quá tay.',
  },
  {
    name: 'Sơ mi caro Flannel',
    brand: 'moclam',
    price: 429_000,
    oldPrice: 529_000,
    cut: 'shirt',
    cloth: { texture: 'wool', pattern: 'plaid', second: '#8a2f2f', accent: '#e6d9bd' },
    colors: ['Đỏ đô'],
    sizes: 'men',
    description:
      'Flannel chải bông hai mặt, ấm vừa cho mùa se lạnh. Caro bản lớn dệt sợi, khớp họa tiết ở túi và nẹp. Khoác ngoài áo thun trắng là chuẩn bài.',
  },
  {
    name: 'Sơ mi caro Gingham',
    brand: 'nep',
    price: 359_000,
    cut: 'shirt',
    cloth: { texture: 'poplin', pattern: 'gingham', second: '#3c6799' },
    colors: ['Trắng'],
    sizes: 'letters',
    description:
      'Ô vuông nhỏ xanh trắng, trẻ trung mà vẫn mặc đi làm được. Vải mỏng mát, ít phải ủi. Nam nữ đều có cỡ, nữ nên lùi một cỡ.',
  },
  {
    name: 'Sơ mi denim nhuộm chàm',
    brand: 'moclam',
    price: 559_000,
    cut: 'shirt',
    cloth: { texture: 'denim', buttons: '#e9dfc9' },
    colors: ['Xanh chàm', 'Xanh dương'],
    sizes: 'letters',
    description:
      'Denim mỏng 6 oz nhuộm chàm tự nhiên, màu sẽ nhạt dần rất đẹp. Nút trai, chỉ nổi cùng tông. Giặt riêng hai lần đầu, phơi trong bóng râm.',
  },
  {
    name: 'Sơ mi cổ mở lá cọ',
    brand: 'bengio',
    price: 399_000,
    cut: 'campShirt',
    cloth: { texture: 'poplin', pattern: 'palm', second: '#e6d9bd', accent: '#c27a4e' },
    colors: ['Xanh ngọc'],
    sizes: 'men',
    description:
      'Cổ cuba mở, tay ngắn rộng, rayon rủ mát như không mặc. Họa tiết lá cọ vẽ tay rồi mới in. Đi biển, đi cà phê, đi đám cưới bạn thân đều được.',
  },
  {
    name: 'Sơ mi cổ mở sóng nước',
    brand: 'bengio',
    price: 399_000,
    oldPrice: 479_000,
    cut: 'campShirt',
    cloth: { texture: 'poplin', pattern: 'waves', second: '#7fa3c7' },
    colors: ['Xanh navy'],
    sizes: 'men',
    description:
      'Sóng lượn kiểu tranh dân gian trên nền xanh đậm, sang mà không màu mè. Vải mềm, không cần ủi nhiều. Form rộng, vai xuôi, mặc đúng cỡ là vừa đẹp.',
  },
  {
    name: 'Sơ mi cổ mở trơn đũi',
    brand: 'bengio',
    price: 329_000,
    cut: 'campShirt',
    cloth: { texture: 'linen' },
    colors: ['Vàng mù tạt', 'Trắng', 'Xanh rêu'],
    sizes: 'men',
    description:
      'Đũi xốp nhẹ, mặc giữa trưa Sài Gòn vẫn thấy thoáng. Hai vạt thẳng, xẻ tà nhỏ, bỏ ngoài quần short là hợp nhất. Có thể giặt máy chế độ nhẹ.',
  },
  {
    name: 'Sơ mi cổ mở hoa sứ',
    brand: 'luaha',
    price: 520_000,
    cut: 'campShirt',
    cloth: { texture: 'satin', pattern: 'garden', second: '#e5b9a6', accent: '#c9803f' },
    colors: ['Đen'],
    sizes: 'letters',
    description:
      'Hoa lớn trên nền đen, satin mềm rũ ánh nhẹ dưới đèn. Mặc đi tiệc tối hay du lịch đều nổi bật. Giặt tay, ủi mặt trái ở nhiệt thấp.',
  },
]);
