/* The words of queries that name nothing that a product has: fillers, and words that say how others are meant. */

/** Filler words. They are not searched, but do not break a phrase that contains them (`áo kiểu`). */
export const FILLER = `
cho, cho mình, cho tôi, cho em, cho mình hỏi, mình, tôi, tui, tớ, em, anh, chị, bạn, cô, chú, ai, shop, sốp, ad, ơi, ạ, à, nhé, nha, nhỉ, ha, hả, vậy, với, và,
cùng, thì, là, mà, nhưng, nhưng mà, hay, hoặc, có, có bán, còn, còn hàng, đang, đã, sẽ, vẫn, cũng, nữa, luôn, rồi, được, được không, xem, coi, xem thử, giúp, giùm, hộ,
tìm, kiếm, tìm kiếm, tìm giúp, mua, bán, đặt, lấy, cần, cần tìm, cần mua, muốn, muốn mua, thích, ưng, chọn, tư vấn, gợi ý, giới thiệu,
giống, giống như, giống vậy, giống thế này, tương tự, như, như này, như thế, như vậy, thế, thế này, này, kia, đó, đây, ấy, nào, gì, sao, bao nhiêu, mấy, những, các, một, một số, vài, mọi,
cái, chiếc, đôi, mẫu, mã, loại, kiểu, kiểu dáng, dáng, form, phom, fom, dạng, hàng, món, sản phẩm, sp, bức, tấm, hình, hình ảnh, ảnh, ảnh này, hình này, trong hình, trong ảnh,
màu, mầu, màu sắc, tông, tông màu, sắc, size, sz, cỡ, số, giá, mức giá, tầm giá, chất, chất liệu, vải, hiệu, thương hiệu, hãng, nhãn hiệu,
mặc, mặc cho, mặc để, để, để mặc, đi, mang, đeo, dùng, khi, lúc, trong, ngoài, trên, dưới, ở, tại, từ, đến, tới, của, về, vào, ra, lên, xuống, do, bởi, vì, nên, theo, bằng, phối, mix,
đậm, nhạt, đẹp, tốt, chất lượng, cao cấp, hot, mới, mới nhất, thời trang, hợp, phù hợp, thích hợp, hơi, rất, quá, lắm, khá, siêu, cực, nhất, hơn, thật, chính hãng, hàng hiệu, thiết kế, phong cách,
tặng, quà, quà tặng, làm quà, sinh nhật, quà sinh nhật, kỷ niệm, ngày, dịp, người, người lớn, tuổi, dành cho, dành, cao, nặng, kg, ký, cm, gấp, nhanh, online, giao, ship, freeship, việt nam, quần áo, đồ, vnd, đồng,
không, ko, k, hông, hổng, hem, đừng, chớ, trừ, ngoại trừ, xin, chào, hello, hi, cảm ơn, dạ, vâng, ok, hihi, haha, please, giá bao nhiêu, bạn ơi, shop ơi, nhà mình, bên mình, tụi mình, mọi người,
vừa, vừa vặn, vừa người, thôi, thui, nè, nhen, hen, outfit, ootd, item, bán chạy, bán chạy nhất, best seller, mới về, hàng mới về, mới ra, hôm nay, tối nay, ngày mai, hok, khum, kh,
one, the, for, i, want, need, gift, with, and, a, in, of, hợp với, đi kèm, kèm, combo, túi quần, tay, cổ, thân, chân
`
  .split(/[,\n]/)
  .map((term) => term.trim())
  .filter(Boolean);

/** Words that negate what follows, up to the next pause. */
export const NEGATIONS = `
không phải, không phải là, không phải màu, không lấy, không thích, không muốn, không cần, không có, không mặc, không dùng, không mua, không chọn, không nên, không nhận, không bị,
không, ko, ko phải, ko lấy, ko thích, ko muốn, ko có, k, k phải, k lấy, k thích, k có, k muốn, hok, hok phải, hok có, khum, khum phải, khum có, hông, hổng, hem, đừng, đừng có, đừng lấy, đừng là, chớ, trừ, trừ màu, ngoại trừ, ngoài trừ, tránh, khỏi, miễn là không, chứ không phải, chứ không, chứ đừng, loại trừ, bỏ
`
  .split(/[,\n]/)
  .map((term) => term.trim())
  .filter(Boolean);

/** Phrases after which a garment is only what the wanted one is worn with. */
export const WORN_WITH = [
  'mặc với',
  'mặc cùng',
  'mặc trong',
  'mặc bên trong',
  'mặc lót',
  'phối với',
  'phối cùng',
  'mix với',
  'mix cùng',
  'đi với',
  'đi cùng',
  'kết hợp với',
  'hợp với',
  'để phối',
];

/** Words between two alternatives of a kind. */
export const CONJUNCTIONS = ['hoặc', 'hay', 'hoặc là', 'hay là', 'và', 'với', 'or', 'hoac'];
