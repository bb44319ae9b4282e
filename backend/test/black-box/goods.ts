import { Brand, Category, Color, Size } from '../../src/contract/catalog/catalog.js';
import { AdminProduct } from '../../src/contract/catalog/products.js';
import { SUFFIX, call, form, read } from './caller.js';

const NAME = `Kiểm thử ${SUFFIX}`;

/** A brand, a category, two colours and a size of this run, and the products made with them. */
export class Goods {
  private readonly products: number[] = [];
  brand: number;
  category: number;
  colors: [number, number];
  size: number;

  constructor(private readonly admin: string) {}

  static async of(admin: string, name = NAME): Promise<Goods> {
    const goods = new Goods(admin);
    const post = (path: string, body: object) => call('POST', path, { access: admin, body });
    goods.brand = read(await post('/api/brands/', form({ title: name })), Brand, 201).id;
    goods.category = read(await post('/api/category/', form({ title: name })), Category, 201).id;
    const [one, other] = [
      await post('/api/colors/', color(`${name} 1`)),
      await post('/api/colors/', color(`${name} 2`)),
    ];
    goods.colors = [read(one, Color, 201).id, read(other, Color, 201).id];
    goods.size = read(await post('/api/sizes/', { name: name.slice(0, 50) }), Size, 201).id;
    return goods;
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

  /** Removes everything again. Products that were ordered are archived, and keep their brand and category. */
  async remove(): Promise<void> {
    const remove = async (path: string, expected: number[]) => {
      const { status } = await call('DELETE', path, { access: this.admin });
      if (!expected.includes(status)) throw new Error(`${path} was not removed: ${status}`);
    };
    for (const id of this.products) await remove(`/api/products/${id}/`, [204, 404]);
    for (const id of this.colors) await remove(`/api/colors/${id}/`, [204]);
    await remove(`/api/sizes/${this.size}/`, [204]);
    for (const path of [`/api/brands/${this.brand}/`, `/api/category/${this.category}/`])
      await remove(path, [204, 409]);
  }
}

const color = (name: string) => ({ name: name.slice(0, 50), hex_code: '#2040c0' });
