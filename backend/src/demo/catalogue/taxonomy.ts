import type { IconName } from '../../../../demo/drawing/icons.js';
import type { Wordmark } from '../../../../demo/drawing/wordmarks.js';

/** A category of the demo shop with its icon. */
export interface DemoCategory {
  title: string;
  description: string;
  icon: IconName;
}

/** A brand of the demo shop. All brands are invented. */
export interface DemoBrand {
  title: string;
  description: string;
  mark: Wordmark;
}

export const CATEGORIES = {
  tees: { title: 'Áo thun', icon: 'tee', description: 'Cotton dày dặn, form gọn, mặc ở nhà hay ra phố đều hợp.' },
  shirts: { title: 'Áo sơ mi', icon: 'shirt', description: 'Từ sơ mi công sở đến sơ mi cổ trụ, cổ mở cho ngày nắng.' },
  dresses: { title: 'Đầm', icon: 'dress', description: 'Đầm suông, đầm hai dây, đầm sơ mi: mặc một món là xong.' },
  jeans: { title: 'Quần jean', icon: 'jeans', description: 'Denim bền màu, nhiều độ wash, dáng đứng và ống rộng.' },
  trousers: {
    title: 'Quần tây',
    icon: 'trousers',
    description: 'Quần âu đứng ly, lưng vừa, đi làm cả tuần không nhăn.',
  },
  skirts: { title: 'Chân váy', icon: 'skirt', description: 'Chữ A, xếp ly, denim: độ dài nào cũng có.' },
  knits: { title: 'Áo len & nỉ', icon: 'knit', description: 'Len mềm, nỉ bông cho những ngày trở gió.' },
  outerwear: {
    title: 'Áo khoác & blazer',
    icon: 'jacket',
    description: 'Lớp ngoài gọn gàng: bomber, denim, blazer, măng tô.',
  },
  polos: { title: 'Áo polo', icon: 'polo', description: 'Lịch sự hơn áo thun, thoải mái hơn sơ mi.' },
  blouses: {
    title: 'Áo kiểu & hai dây',
    icon: 'blouse',
    description: 'Áo nơ, áo ba lỗ, áo hai dây để phối cùng chân váy, blazer.',
  },
  shorts: {
    title: 'Quần short & jogger',
    icon: 'shorts',
    description: 'Nhẹ, co giãn, hợp đi chơi, tập luyện và những chuyến xa.',
  },
  aodai: { title: 'Áo dài', icon: 'aodai', description: 'Áo dài lụa, gấm và cách tân cho lễ Tết, cưới hỏi, kỷ yếu.' },
  homewear: {
    title: 'Đồ bộ mặc nhà',
    icon: 'pajamas',
    description: 'Pijama, đồ lanh, đồ xô: mềm từ lần mặc đầu tiên.',
  },
  shoes: { title: 'Giày', icon: 'shoe', description: 'Giày vải, giày da mộc đi bộ cả ngày vẫn êm.' },
  accessories: { title: 'Phụ kiện', icon: 'bag', description: 'Mũ, túi vải, khăn: món nhỏ làm nên cả bộ.' },
} as const satisfies Record<string, DemoCategory>;

export type CategoryKey = keyof typeof CATEGORIES;

export const BRANDS = {
  nep: {
    title: 'Nếp',
    mark: { text: 'NẾP', style: 'wide' },
    description: 'Đồ mặc hằng ngày từ cotton dày, may ở Hưng Yên, giặt mãi vẫn giữ nếp.',
  },
  moclam: {
    title: 'Mộc Lam',
    mark: { text: 'MỘC LAM', style: 'fine' },
    description: 'Denim và vải nhuộm chàm, nhuộm tay từng mẻ nhỏ ở chân núi.',
  },
  suong: {
    title: 'Sương',
    mark: { text: 'SƯƠNG', style: 'round' },
    description: 'Len và nỉ dệt kim từ Đà Lạt, nhẹ như sương sớm.',
  },
  luaha: {
    title: 'Lụa Hạ',
    mark: { text: 'LỤA HẠ', style: 'fine' },
    description: 'Lụa tơ tằm và gấm dệt hoa văn xưa, cắt theo dáng người hôm nay.',
  },
  bengio: {
    title: 'Bến Gió',
    mark: { text: 'BẾN GIÓ', style: 'slanted' },
    description: 'Linen và đũi cho xứ nóng: rộng rãi, thoáng, mau khô.',
  },
  haldren: {
    title: 'Haldren',
    mark: { text: 'HALDREN', style: 'wide' },
    description: 'Đồ tây may đo kiểu Bắc Âu: đường cắt thẳng, ít chi tiết, mặc nhiều năm.',
  },
  kaivo: {
    title: 'Kaivo',
    mark: { text: 'KAIVO', style: 'bold' },
    description: 'Đồ thể thao và đường phố, vải co giãn, tái chế từ chai nhựa.',
  },
  nhaem: {
    title: 'Nhà Êm',
    mark: { text: 'NHÀ ÊM', style: 'round' },
    description: 'Đồ mặc nhà cho cả ngày lười: xô, lanh, cotton lụa.',
  },
} as const satisfies Record<string, DemoBrand>;

export type BrandKey = keyof typeof BRANDS;
