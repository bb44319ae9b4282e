import { defineMeaning } from './meaning.js';

const color = defineMeaning('color');

/** Colours, each with its shades. A plain `xanh` may be any of three. */
export const GARMENT_COLORS = [
  color('den', 'đen, black, đen tuyền, đen nhám, đen bóng, đen than'),
  color('trang', 'trắng, white, trắng kem, trắng sữa, trắng ngà, trắng tinh'),
  color(
    'xam',
    'xám, ghi, grey, gray, xám tiêu, xám lông chuột, lông chuột, muối tiêu, xám khói, xám tro, tro, xám đậm, xám nhạt, ghi xám',
  ),
  color(
    'be',
    'be, kem, nude, beige, màu da, cà phê sữa, cream, màu sữa, màu kem sữa, be đậm, vàng be, màu đất, màu cát',
  ),
  color(
    'nau',
    'nâu, brown, nâu đất, nâu tây, cà phê, cafe, coffee, sô cô la, socola, chocolate, cánh gián, màu da bò, nâu đỏ, camel',
  ),
  color('do', 'đỏ, red, đỏ đô, đô, đỏ rượu, đỏ mận, mận, màu mận, bordeaux, booc đô, đỏ tươi, đỏ đun, đỏ gạch'),
  color(
    'hong',
    'hồng, pink, hồng phấn, hồng pastel, cánh sen, hồng cánh sen, hồng đất, hồng nhạt, hồng đậm, hồng dâu, hồng ruốc, màu dâu',
  ),
  color('cam', 'cam, orange, cam đất, cam cháy, cam gạch, san hô, màu gạch'),
  color('vang', 'vàng, yellow, vàng chanh, vàng bơ, mù tạt, vàng mù tạt, vàng nghệ, vàng đồng, vàng nhạt, vàng tươi'),
  color(
    'xanh-la',
    'xanh lá, xanh lá cây, xanh lục, xanh rêu, rêu, xanh bơ, xanh cốm, xanh ngọc, xanh mint, mint, xanh bạc hà, green, xanh lá mạ, xanh olive, olive, xanh chuối, xanh lính, xanh cổ vịt, ngọc lục bảo, xanh bộ đội, lá cây',
    {
      broader: 'xanh',
    },
  ),
  color(
    'xanh-duong',
    'xanh dương, xanh da trời, xanh nước biển, xanh lam, xanh biển, xanh lơ, xanh coban, xanh cô ban, blue, xanh ya, xanh nước, xanh denim, xanh trời, thiên thanh, da trời, xanh pastel, xanh blue',
    {
      broader: 'xanh',
    },
  ),
  color('xanh-navy', 'xanh navy, navy, xanh than, xanh tím than, tím than, xanh đen, xanh đậm, xanh than đậm', {
    broader: 'xanh',
  }),
  color('tim', 'tím, purple, tím pastel, tím môn, lilac, tím nhạt, oải hương, tím khoai môn, violet'),
  color('bac', 'màu bạc, bạc, silver'),
  color('xanh', 'xanh'),
];
