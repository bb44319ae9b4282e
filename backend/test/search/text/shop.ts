import type { ProductFacts } from '../../../src/search/text/products/product-facts.js';
import { WordIndex } from '../../../src/search/text/word-index.js';

/** A product of which only what is given is known. */
export const facts = (name: string, given: Partial<ProductFacts> = {}): ProductFacts => ({
  name,
  description: '',
  category: '',
  brand: '',
  colors: [],
  sizes: [],
  min_price: 300_000,
  total_sold: 0,
  ...given,
});

/** An index of these products, numbered from 1 in their order. */
export function indexOf(...products: (string | ProductFacts)[]): WordIndex {
  const index = new WordIndex();
  products.forEach((product, place) => index.set(place + 1, typeof product === 'string' ? facts(product) : product));
  return index;
}

/** A small shop with a bit of everything. */
export const shop = (): WordIndex =>
  indexOf(
    facts('Áo thun nam cổ tròn', {
      category: 'Áo thun',
      colors: ['Đen', 'Trắng'],
      sizes: ['M', 'L'],
      min_price: 149_000,
    }),
    facts('Áo thun nữ form rộng', { category: 'Áo thun', colors: ['Trắng'], sizes: ['S', 'M'], min_price: 189_000 }),
    facts('Đầm lụa dự tiệc', { category: 'Đầm', colors: ['Đỏ đô'], sizes: ['S'], min_price: 690_000, brand: 'Lụa Hạ' }),
    facts('Áo dài cách tân', { category: 'Áo dài', colors: ['Hồng'], min_price: 890_000 }),
    facts('Áo sơ mi nam dài tay', {
      category: 'Áo sơ mi',
      colors: ['Xanh navy'],
      sizes: ['L', 'XL'],
      min_price: 320_000,
    }),
    facts('Quần jean nữ ống rộng', { category: 'Quần jean', colors: ['Xanh'], sizes: ['28'], min_price: 420_000 }),
    facts('Áo khoác gió nam', { category: 'Áo khoác', colors: ['Đen'], min_price: 550_000, brand: 'Bến Gió' }),
    facts('Giày cao gót nữ 7 phân', { category: 'Giày', colors: ['Kem'], sizes: ['36', '37'], min_price: 450_000 }),
    facts('Sandal nam quai ngang', { category: 'Dép', colors: ['Nâu'], sizes: ['41', '42'], min_price: 250_000 }),
    facts('Chân váy xếp ly', { category: 'Chân váy', colors: ['Be'], min_price: 230_000 }),
  );
