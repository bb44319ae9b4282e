import type { TextureName } from '../../../../demo/drawing/cloth/textures.js';
import type { DemoProduct } from './product.js';

/** What a product is made of, and how it is washed. */
interface MaterialFacts {
  material: string;
  care: string;
}

const MACHINE = 'Giặt máy nước lạnh, lộn trái. Phơi nơi thoáng mát. Ủi ở nhiệt trung bình.';
const COLD = 'Giặt máy nước lạnh cùng màu, không sấy. Ủi khi còn hơi ẩm.';
const HAND = 'Giặt tay nước lạnh với nước giặt dịu nhẹ, không vắt mạnh. Phơi trong bóng râm, ủi mặt trái ở nhiệt thấp.';
const FLAT = 'Giặt tay hoặc giặt máy trong túi lưới, nước lạnh. Phơi nằm trên mặt phẳng, không treo móc, không sấy.';
const DARK = 'Giặt riêng hai lần đầu vì vải có thể ra màu. Lộn trái khi giặt, phơi trong bóng râm.';
const DRY = 'Giặt khô, hoặc giặt tay nhẹ. Ủi hơi nước qua một lớp vải mỏng.';
const WIPE = 'Lau bằng khăn ẩm, không giặt máy, không ngâm nước. Để khô tự nhiên, tránh nắng gắt.';
const SPORT = 'Giặt máy nước lạnh, không dùng nước xả vải. Mau khô, không cần ủi.';

/** By a word of the name; the first that fits counts, before the texture. */
const BY_NAME: readonly [word: RegExp, material: string, care: string][] = [
  [/thể thao (?!nữ)|khô nhanh/i, 'Polyester tái chế co giãn bốn chiều', SPORT],
  [/dù nhẹ/i, 'Vải dù polyester chống gió', SPORT],
  [/tencel/i, 'Tencel', COLD],
  [/supima/i, 'Cotton Supima', MACHINE],
  [/piqué|polo (?!len)/i, 'Cotton dệt piqué', MACHINE],
  [/flannel/i, 'Cotton flannel chải bông hai mặt', COLD],
  [/oxford/i, 'Cotton dệt Oxford', MACHINE],
  [/voan/i, 'Voan mỏng, có lớp lót', HAND],
  [/gấm/i, 'Gấm dệt hoa, có lớp lót', DRY],
  [/nhung tăm/i, 'Nhung tăm cotton', COLD],
  [/nhung/i, 'Nhung', DRY],
  [/lụa|áo dài|hoa sứ|hoa đêm|cổ nơ/i, 'Lụa satin', HAND],
  [/da lộn/i, 'Da lộn', WIPE],
  [/muslin/i, 'Cotton xô muslin', MACHINE],
  [/đũi/i, 'Đũi', COLD],
  [/merino/i, 'Len merino', FLAT],
  [/kaki|chinos/i, 'Cotton kaki', MACHINE],
  [/giày vải/i, 'Vải canvas cotton, đế cao su', WIPE],
  [/mũ|túi/i, 'Vải canvas cotton', 'Giặt tay nước lạnh, phơi giữ dáng. Không giặt máy.'],
];

const BY_TEXTURE: Record<TextureName, [material: string, care: string]> = {
  jersey: ['Cotton dệt kim', MACHINE],
  canvas: ['Cotton canvas', MACHINE],
  poplin: ['Cotton poplin', MACHINE],
  linen: ['Lanh', COLD],
  wool: ['Vải dạ pha len', DRY],
  denim: ['Denim cotton', DARK],
  satin: ['Satin', HAND],
  knit: ['Len dệt kim', FLAT],
  fleece: ['Nỉ bông cotton', MACHINE],
  corduroy: ['Nhung tăm cotton', COLD],
  leather: ['Da, đế cao su', WIPE],
};

/** A demo product's material and care. */
export function materialOf({ name, cloth }: Pick<DemoProduct, 'name' | 'cloth'>): MaterialFacts {
  const [, material, care] = BY_NAME.find(([word]) => word.test(name)) ?? [
    '',
    ...BY_TEXTURE[cloth.texture ?? 'poplin'],
  ];
  return { material, care };
}

/** The model who wears a demo product in its pictures; none for shoes and accessories. */
export function modelOf({ sizes }: Pick<DemoProduct, 'sizes'>): { model_height: number | null; model_size: string } {
  switch (sizes) {
    case 'women':
      return { model_height: 168, model_size: 'S' };
    case 'letters':
      return { model_height: 170, model_size: 'M' };
    case 'men':
      return { model_height: 180, model_size: 'L' };
    case 'waist':
      return { model_height: 178, model_size: '31' };
    default:
      return { model_height: null, model_size: '' };
  }
}
