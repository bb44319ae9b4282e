import { Brand, Category, Color, Size } from '../../src/contract/catalog/catalog.js';
import { AdminProduct } from '../../src/contract/catalog/products.js';
import { Coupon } from '../../src/contract/orders/coupons.js';
import { SUFFIX, adminAccess, call, form, hasAdmin, read, useShop } from './caller.js';

const NAME = `Kiểm thử ${SUFFIX}`;
/** The title of the brand and of the category that hold the archived products of all runs. */
const ARCHIVE = 'Hàng kiểm thử đã lưu trữ';

/** A brand, a category, two colours and a size of this run, the products made with them, and coupons. */
export class Goods {
  private readonly products: number[] = [];
  private readonly coupons: number[] = [];
  brand: number;
  category: number;
  colors: [number, number];
  size: number;

  /** An administrator's access token. */
  admin: string;

  async make(admin: string, name = NAME): Promise<void> {
    this.admin = admin;
    const post = (path: string, body: object) => call('POST', path, { access: admin, body });
    this.brand = read(await post('/api/brands/', form({ title: name })), Brand, 201).id;
    this.category = read(await post('/api/category/', form({ title: name })), Category, 201).id;
    const [one, other] = [
      await post('/api/colors/', color(`${name} 1`)),
      await post('/api/colors/', color(`${name} 2`)),
    ];
    this.colors = [read(one, Color, 201).id, read(other, Color, 201).id];
    this.size = read(await post('/api/sizes/', { name: name.slice(0, 50) }), Size, 201).id;
  }

  /** The form fields of a product without variants. */
  get fields() {
    const { brand, category } = this;
    return {
      name: NAME,
      description: 'Vải mềm.',
      price: 10_000,
      countInStock: 20,
      has_variants: false,
      brand,
      category,
    };
  }

  async product(fields: Record<string, string | number | boolean | Blob> = {}): Promise<AdminProduct> {
    const body = form({ ...this.fields, ...fields });
    const product = read(await call('POST', '/api/products/', { access: this.admin, body }), AdminProduct, 201);
    this.products.push(product.id);
    return product;
  }

  /** A coupon that anybody may use from an hour ago until in an hour. */
  async coupon(fields: object = {}): Promise<Coupon> {
    const body = { ...couponFields(), ...fields };
    const coupon = read(await call('POST', '/api/coupons/', { access: this.admin, body }), Coupon, 201);
    this.coupons.push(coupon.id);
    return coupon;
  }

  /** Removes everything again. Products that were ordered stay archived, in the brand and the category of all runs. */
  async remove(): Promise<void> {
    for (const id of this.coupons) await this.delete(`/api/coupons/${id}/`, [204, 404]);
    for (const id of this.products) await this.delete(`/api/products/${id}/`, [204, 404]);
    for (const id of this.colors) await this.delete(`/api/colors/${id}/`, [204]);
    await this.delete(`/api/sizes/${this.size}/`, [204]);
    const taxonomy = [`/api/brands/${this.brand}/`, `/api/category/${this.category}/`];
    const isEmpty = (await this.delete(taxonomy[0]!, [204, 409])) === 204;
    if (!isEmpty) await this.moveToArchive();
    for (const path of isEmpty ? taxonomy.slice(1) : taxonomy) await this.delete(path, [204]);
  }

  private async delete(path: string, expected: number[]): Promise<number> {
    const { status } = await call('DELETE', path, { access: this.admin });
    if (!expected.includes(status)) throw new Error(`${path} was not removed: ${status}`);
    return status;
  }

  private async moveToArchive(): Promise<void> {
    const access = this.admin;
    const body = form({
      ...this.fields,
      brand: await archive(access, 'brands'),
      category: await archive(access, 'category'),
    });
    for (const id of this.products) {
      const { status } = await call('PUT', `/api/products/${id}/`, { access, body });
      if (![200, 404].includes(status)) throw new Error(`Product ${id} was not moved: ${status}`);
    }
  }
}

/** Uses the shop, with goods where there is an administrator to make them. They go before the shop closes. */
export function useGoods(name?: string): Goods {
  const goods = new Goods();
  if (hasAdmin) afterAll(() => goods.remove());
  useShop();
  if (hasAdmin) beforeAll(async () => goods.make(await adminAccess(), name));
  return goods;
}

/** Makes the brand or the category of archived products where there is none yet. @returns its id */
async function archive(access: string, list: 'brands' | 'category'): Promise<number> {
  // Another test file may make it at the same moment: then this answers 400.
  await call('POST', `/api/${list}/`, { access, body: form({ title: ARCHIVE }) });
  const items = read(await call('GET', `/api/${list}/`), Brand.array());
  return items.find(({ title }) => title === ARCHIVE)!.id;
}

const HOUR = 3_600_000;
let coupons = 0;

/** The body of a coupon with a code of its own. */
export const couponFields = () => ({
  code: `KT${SUFFIX}-${process.pid}-${(coupons += 1)}`.toUpperCase(),
  discount_amount: 1_000,
  min_order_amount: 0,
  valid_from: new Date(Date.now() - HOUR),
  valid_to: new Date(Date.now() + HOUR),
});

const color = (name: string) => ({ name: name.slice(0, 50), hex_code: '#2040c0' });
