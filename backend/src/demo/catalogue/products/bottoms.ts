import { inCategory } from '../product.js';

export const JEANS = inCategory('jeans', [
  {
    name: 'Quần jean ống đứng wash vừa',
    brand: 'moclam',
    price: 559_000,
    cut: 'jeans',
    cloth: { texture: 'denim' },
    colors: ['Xanh dương', 'Xanh chàm'],
    sizes: 'waist',
    description:
      'Ống đứng cổ điển, cạp vừa, denim 12 oz có 1% spandex nên ngồi xổm vẫn thoải mái. Màu wash tự nhiên, đùi sáng nhẹ. Lộn trái khi giặt để giữ màu.',
  },
  {
    name: 'Quần jean raw selvedge',
    brand: 'moclam',
    price: 1_190_000,
    cut: 'jeans',
    cloth: { texture: 'denim' },
    colors: ['Xanh navy'],
    sizes: 'waist',
    description:
      'Denim mộc 14 oz dệt khung cửi cũ, viền biên đỏ lộ khi xắn gấu. Vài tháng đầu đừng giặt để lên vân của riêng bạn. Cứng lúc đầu, sau thành lớp da thứ hai.',
  },
  {
    name: 'Quần jean ống rộng nữ',
    brand: 'moclam',
    price: 529_000,
    oldPrice: 659_000,
    cut: 'jeansWide',
    cloth: { texture: 'denim' },
    colors: ['Xanh da trời', 'Xanh dương'],
    sizes: 'waist',
    description:
      'Cạp cao ôm eo, ống thả rộng từ hông, hack chân thấy rõ. Denim mềm 10 oz, không cứng nặng. Người cao dưới 1m55 nên lên gấu 3 cm.',
  },
  {
    name: 'Quần jean đen ống đứng',
    brand: 'nep',
    price: 489_000,
    cut: 'jeans',
    cloth: { texture: 'denim' },
    colors: ['Đen', 'Xám than'],
    sizes: 'waist',
    description:
      'Đen nhuộm lưu huỳnh giữ màu lâu, đi làm hay đi chơi đều gọn. Co giãn nhẹ, không giãn đầu gối. Giặt nước lạnh cùng đồ tối màu.',
  },
  {
    name: 'Quần jean kem ống rộng',
    brand: 'nep',
    price: 499_000,
    cut: 'jeansWide',
    cloth: { texture: 'denim' },
    colors: ['Kem', 'Trắng'],
    sizes: 'waist',
    description:
      'Màu kem dễ phối hơn trắng tinh, vải dày không lộ. Ống rộng thẳng, túi sau đặt cao nâng dáng. Ngồi ghế đá nhớ lót giấy nhé.',
  },
  {
    name: 'Quần jean bạc vintage',
    brand: 'moclam',
    price: 599_000,
    oldPrice: 720_000,
    cut: 'jeansWide',
    cloth: { texture: 'denim' },
    colors: ['Xám nhạt'],
    sizes: 'waist',
    description:
      'Wash đá và mài tay cho màu bạc như quần cũ của anh trai. Phom rộng thoải mái, gấu cắt thô. Mặc cùng áo thun boxy là ra chất.',
  },
  {
    name: 'Quần jean chàm tự nhiên',
    brand: 'moclam',
    price: 890_000,
    cut: 'jeans',
    cloth: { texture: 'denim' },
    colors: ['Xanh chàm'],
    sizes: 'waist',
    description:
      'Nhuộm bằng lá chàm lên men, không hóa chất, ngửi thoảng mùi đất. Màu sẽ ngả dần theo thời gian mặc. Đường may ba kim, đáy quần chắc chắn.',
  },
  {
    name: 'Quần jean nâu workwear',
    brand: 'kaivo',
    price: 579_000,
    cut: 'jeansWide',
    cloth: { texture: 'canvas' },
    colors: ['Nâu', 'Xanh rêu'],
    sizes: 'waist',
    description:
      'Canvas dày kiểu đồ bảo hộ, ống rộng vừa, chịu được mọi cuộc dọn nhà. Túi sâu, đinh tán đồng ở miệng túi. Giặt vài lần sẽ mềm và bạc rất đẹp.',
  },
]);

export const TROUSERS = inCategory('trousers', [
  {
    name: 'Quần tây nam dáng slim',
    brand: 'haldren',
    price: 590_000,
    cut: 'trousers',
    cloth: { texture: 'wool' },
    colors: ['Xám than', 'Đen', 'Xanh navy'],
    sizes: 'waist',
    description:
      'Ly ép sẵn, giặt xong vẫn còn nếp. Vải tuyết mưa co giãn nhẹ, ngồi họp cả ngày không nhăn háng. Cạp có dải chống tuột áo sơ mi.',
  },
  {
    name: 'Quần tây ống suông nữ',
    brand: 'haldren',
    price: 549_000,
    oldPrice: 690_000,
    cut: 'trousersWide',
    cloth: { texture: 'wool' },
    colors: ['Đen', 'Be', 'Nâu'],
    sizes: 'waist',
    description:
      'Cạp cao, hai ly trước, ống suông rộng che khuyết điểm chân rất khéo. Vải rủ nặng tay, đi nhẹ tênh. Mặc cùng giày bệt hay cao gót đều đẹp.',
  },
  {
    name: 'Quần lanh ống rộng',
    brand: 'bengio',
    price: 459_000,
    cut: 'trousersWide',
    cloth: { texture: 'linen' },
    colors: ['Kem', 'Xanh xô thơm', 'Xanh navy'],
    sizes: 'waist',
    description:
      'Lanh pha viscose bớt nhăn, mát từ lúc chạm vào. Lưng sau có thun ẩn nên ăn no vẫn vừa. Phơi treo dọc ống để đỡ phải ủi.',
  },
  {
    name: 'Quần âu kẻ sọc mảnh',
    brand: 'haldren',
    price: 690_000,
    cut: 'trousers',
    cloth: { texture: 'wool', pattern: 'pinstripe', second: '#d9d4c8' },
    colors: ['Xanh navy'],
    sizes: 'waist',
    description:
      'Sọc phấn mảnh trên nền xanh đậm, mặc rời hay ghép bộ với blazer đều được. Túi xéo, túi sau cài nút. Nên giặt khô để giữ phom.',
  },
  {
    name: 'Quần chinos ống côn',
    brand: 'nep',
    price: 449_000,
    cut: 'trousers',
    cloth: { texture: 'canvas' },
    colors: ['Be', 'Xanh rêu', 'Nâu sữa', 'Xanh navy'],
    sizes: 'waist',
    description:
      'Kaki cotton chải mềm, dáng côn nhẹ, gập gấu hai lần là vừa xinh. Mặc được bốn mùa. Màu hoàn tất bằng giặt enzyme nên nhìn cũ một cách dễ chịu.',
  },
  {
    name: 'Quần tây xếp ly kẻ ô',
    brand: 'haldren',
    price: 650_000,
    oldPrice: 790_000,
    cut: 'trousersWide',
    cloth: { texture: 'wool', pattern: 'windowpane', second: '#cfc6b4' },
    colors: ['Xám than'],
    sizes: 'waist',
    description:
      'Ô kẻ lớn mờ, ống rộng, hai ly sâu kiểu quần ông nội. Mặc với áo len mỏng và giày vải là rất thời trang. Cạp chỉnh hai bên, không cần thắt lưng.',
  },
  {
    name: 'Quần culottes đũi',
    brand: 'bengio',
    price: 329_000,
    cut: 'trousersWide',
    cloth: { texture: 'linen' },
    colors: ['Cam đất', 'Đen'],
    sizes: 'women',
    description:
      'Ống rộng như váy, đi xe máy vẫn gọn. Đũi thấm mồ hôi, mau khô, không bám người. Cạp thun toàn phần phía sau, eo 60 đến 78 đều mặc được.',
  },
  {
    name: 'Quần tây trắng mùa cưới',
    brand: 'haldren',
    price: 720_000,
    cut: 'trousers',
    cloth: { texture: 'poplin' },
    colors: ['Trắng', 'Kem'],
    sizes: 'waist',
    description:
      'Vải hai lớp không lộ túi, trắng ấm nên lên ảnh dịu mắt. Ống đứng, gấu chưa lên để bạn sửa theo giày. Có sẵn túi vải chống bụi.',
  },
]);

export const SHORTS = inCategory('shorts', [
  {
    name: 'Quần short kaki phẳng',
    brand: 'nep',
    price: 279_000,
    cut: 'shorts',
    cloth: { texture: 'canvas' },
    colors: ['Be', 'Xanh navy', 'Xanh rêu'],
    sizes: 'waist',
    description:
      'Dài trên gối 5 cm, kaki mỏng có co giãn. Túi xéo sâu, túi sau cài nút. Mặc đi làm ngày nóng cũng vẫn lịch sự.',
  },
  {
    name: 'Quần short đũi dây rút',
    brand: 'bengio',
    price: 219_000,
    oldPrice: 269_000,
    cut: 'shortsSport',
    cloth: { texture: 'linen', second: '#efe6d2' },
    colors: ['Xanh xô thơm', 'Cam đất'],
    sizes: 'letters',
    description:
      'Cạp thun dây rút, đũi mềm, mặc cả ngày ở biển không thấy vướng. Túi hai bên đựng vừa điện thoại. Khô nhanh, giặt tay một loáng là xong.',
  },
  {
    name: 'Quần short thể thao hai sọc',
    brand: 'kaivo',
    price: 239_000,
    cut: 'shortsSport',
    cloth: { texture: 'satin', second: '#f1ece1' },
    colors: ['Xanh navy', 'Đen', 'Đỏ đô'],
    sizes: 'letters',
    description:
      'Sọc sáng dọc đùi, vải gió nhẹ có lưới thoát hơi bên hông. Chạy bộ, đá bóng, tập gym đều ổn. Dây rút có nút chặn, không tuột.',
  },
  {
    name: 'Quần short jean nữ',
    brand: 'moclam',
    price: 289_000,
    cut: 'shorts',
    cloth: { texture: 'denim' },
    colors: ['Xanh da trời', 'Xanh chàm'],
    sizes: 'waist',
    description:
      'Lưng cao, ống rộng nhẹ cho chân trông thon. Denim mềm không cứng đùi. Gấu may gọn, không tưa sau khi giặt.',
  },
  {
    name: 'Quần short hoa lá nhiệt đới',
    brand: 'bengio',
    price: 249_000,
    cut: 'shortsSport',
    cloth: { texture: 'poplin', pattern: 'palm', second: '#7fae93', accent: '#e2bf78' },
    colors: ['Xanh ngọc'],
    sizes: 'letters',
    description:
      'Mặc chung bộ với sơ mi lá cọ là thành set đi biển. Vải nhanh khô, xuống nước được. Lót lưới bên trong có thể cắt bỏ.',
  },
  {
    name: 'Quần jogger nỉ da cá',
    brand: 'kaivo',
    price: 359_000,
    oldPrice: 429_000,
    cut: 'joggers',
    cloth: { texture: 'fleece' },
    colors: ['Xám', 'Đen', 'Xanh rêu'],
    sizes: 'letters',
    description:
      'Nỉ da cá 280 gsm mặc được cả mùa nóng, ống thuôn, bo cổ chân. Túi khóa kéo giữ chìa khóa khi chạy. Mặc nhà, đi tập, đi siêu thị đều hợp.',
  },
  {
    name: 'Quần jogger túi hộp',
    brand: 'kaivo',
    price: 429_000,
    cut: 'joggers',
    cloth: { texture: 'canvas', pattern: 'camo', second: '#3f4a33', accent: '#8c8660' },
    colors: ['Xanh rêu'],
    sizes: 'letters',
    description: 'Rằn ri tông đất, vải gió dày không sột soạt. Cạp thun bản to êm bụng. Đi phượt bám bụi lau là sạch.',
  },
  {
    name: 'Quần jogger tencel nữ',
    brand: 'nep',
    price: 329_000,
    cut: 'joggers',
    cloth: { texture: 'satin' },
    colors: ['Hồng đất', 'Tím khoai môn', 'Đen'],
    sizes: 'women',
    description:
      'Tencel rũ mềm như lụa, mặc đi chơi cũng được chứ không chỉ ở nhà. Ống ôm nhẹ, cổ chân bo mỏng. Giặt nước lạnh, phơi mát.',
  },
]);

export const SKIRTS = inCategory('skirts', [
  {
    name: 'Chân váy chữ A dạ',
    brand: 'haldren',
    price: 459_000,
    oldPrice: 559_000,
    cut: 'aLine',
    cloth: { texture: 'wool' },
    colors: ['Đỏ đô', 'Đen', 'Nâu sữa'],
    sizes: 'women',
    description:
      'Dài qua gối, xòe nhẹ, cạp cao 4 cm gọn eo. Dạ mỏng có lót, mặc được cả thu lẫn đông. Khóa giấu sau lưng, ngồi không cấn.',
  },
  {
    name: 'Chân váy denim cài nút',
    brand: 'moclam',
    price: 429_000,
    cut: 'aLineButtoned',
    cloth: { texture: 'denim', buttons: '#e4d7bd' },
    colors: ['Xanh dương', 'Xanh chàm'],
    sizes: 'women',
    description:
      'Hàng nút dọc thân trước mở được thật, muốn xẻ tới đâu tùy bạn. Hai túi đắp rộng đựng vừa điện thoại. Denim mềm, xòe đều, xoay là đẹp.',
  },
  {
    name: 'Chân váy xếp ly dài',
    brand: 'luaha',
    price: 489_000,
    cut: 'pleated',
    cloth: { texture: 'satin' },
    colors: ['Xanh xô thơm', 'Hồng phấn', 'Đen'],
    sizes: 'women',
    description:
      'Ly dập nhiệt giữ nếp, giặt máy xong treo lên là phẳng. Satin ánh nhẹ, đi mỗi bước là gợn như nước. Cạp thun mỏng, eo 58 đến 76.',
  },
  {
    name: 'Chân váy xếp ly caro ngắn',
    brand: 'kaivo',
    price: 329_000,
    oldPrice: 399_000,
    cut: 'pleatedMini',
    cloth: { texture: 'wool', pattern: 'plaid', second: '#4b5563', accent: '#a33d36' },
    colors: ['Kem'],
    sizes: 'women',
    description:
      'Kiểu váy học sinh, có quần lót trong liền sẵn. Vải tuýt si đứng ly, không bay lung tung khi đi xe. Mặc với áo len ngắn và tất cao cổ.',
  },
  {
    name: 'Chân váy tennis trắng',
    brand: 'kaivo',
    price: 299_000,
    cut: 'pleatedMini',
    cloth: { texture: 'poplin' },
    colors: ['Trắng', 'Xanh navy'],
    sizes: 'women',
    description:
      'Xếp ly nhỏ đều, vải thể thao thấm hút, quần bảo hộ có túi đựng bóng. Mặc đánh cầu hay đi dạo đều năng động. Giặt máy chế độ thường.',
  },
  {
    name: 'Chân váy mini denim đen',
    brand: 'moclam',
    price: 299_000,
    cut: 'mini',
    cloth: { texture: 'denim' },
    colors: ['Đen', 'Xanh chàm'],
    sizes: 'women',
    description:
      'Ngắn gọn, may kiểu quần jean năm túi. Denim có giãn nên lên xe buýt không phải kéo. Cạp vừa, mặc trễ hay cao đều được.',
  },
  {
    name: 'Chân váy lanh chữ A',
    brand: 'bengio',
    price: 389_000,
    cut: 'aLine',
    cloth: { texture: 'linen' },
    colors: ['Be', 'Cam đất', 'Xanh bạc hà'],
    sizes: 'women',
    description:
      'Lanh rửa mềm, xòe tự nhiên, có túi ẩn hai bên. Lót cotton tới gối nên không sợ lộ. Mùa hè chỉ cần thêm áo ba lỗ là xong.',
  },
  {
    name: 'Chân váy hoa dáng dài',
    brand: 'bengio',
    price: 419_000,
    oldPrice: 499_000,
    cut: 'aLine',
    cloth: { texture: 'poplin', pattern: 'garden', second: '#dca08c', accent: '#c9963a' },
    colors: ['Xanh ngọc'],
    sizes: 'women',
    description:
      'Hoa to trên nền xanh cổ vịt, mặc với áo trơn là đủ nổi. Cotton thoáng, dáng xòe vừa dễ đi xe. Ủi mặt trái để màu bền.',
  },
  {
    name: 'Chân váy xếp ly satin đồng',
    brand: 'luaha',
    price: 529_000,
    cut: 'pleated',
    cloth: { texture: 'satin' },
    colors: ['Cam đất', 'Xanh ngọc'],
    sizes: 'women',
    description:
      'Màu đồng ánh kim rất hợp da người Việt. Nếp ly mảnh như nan quạt, dài giữa bắp chân. Cất bằng cách cuộn tròn dọc ly, đừng gấp.',
  },
]);
