import { readFileSync } from 'node:fs';
import path from 'node:path';
import { categoryIcon } from '~/features/taxonomy/category-icon';

const SPRITE = readFileSync(path.join(__dirname, '../../../public/images/category-icons.svg'), 'utf8');

test.each([
  ['Áo dài', 'aodai'],
  ['Áo khoác denim', 'jacket'],
  ['Vest & blazer', 'jacket'],
  ['Quần jean nam', 'jeans'],
  ['QUẦN SHORT', 'shorts'],
  ['Quần tây', 'trousers'],
  ['Chân váy chữ A', 'skirt'],
  ['Váy & đầm', 'dress'],
  ['Đầm dự tiệc', 'dress'],
  ['Áo thun / T-shirt', 'tee'],
  ['Áo ba lỗ', 'tee'],
  ['Balo', 'bag'],
  ['Áo sơ mi', 'shirt'],
  ['ao so mi nu', 'shirt'],
  ['Áo len', 'knit'],
  ['Áo nỉ', 'knit'],
  ['Áo polo', 'polo'],
  ['Áo kiểu', 'blouse'],
  ['Đồ ngủ', 'pajamas'],
  ['Giày & dép', 'shoe'],
  ['Túi xách', 'bag'],
  ['Phụ kiện', 'bag'],
  ['Women Dresses', 'dress'],
  ['Hoodies', 'knit'],
  ['T-Shirts', 'tee'],
  ['Áo', 'tee'],
  ['Quà tặng', 'hanger'],
  ['Sale', 'hanger'],
  ['', 'hanger'],
])('the category %j without a picture shows the icon %j', (title, icon) => {
  expect(categoryIcon(title)).toBe(icon);
  expect(SPRITE).toContain(`<symbol id="${icon}"`);
});
