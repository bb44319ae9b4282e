import { shop } from './browser';

/** Calls the shop's API, for what a test needs and its pages do not show. @throws Error for an answer that is no success */
export async function call<T>(
  path: string,
  body?: object,
  access?: string,
  method = body ? 'POST' : 'GET',
): Promise<T> {
  const response = await fetch(shop() + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(access && { Authorization: `JWT ${access}` }) },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** @returns an access token of an account */
export const accessOf = async (username: string, password: string) =>
  (await call<{ access: string }>('/auth/jwt/create/', { username, password })).access;

/** @returns an access token of the demo shop's administrator */
export const adminAccess = () => accessOf('admin', 'admin123');

/** Adds a product of the first brand and category. @returns its id */
export async function addProduct(product: object): Promise<number> {
  const [[brand], [category]] = await Promise.all([
    call<{ id: number }[]>('/api/brands/'),
    call<{ id: number }[]>('/api/category/'),
  ]);
  const body = { price: 250_000, countInStock: 5, brand: brand?.id, category: category?.id, ...product };
  return (await call<{ id: number }>('/api/products/', body, await adminAccess())).id;
}

/** Takes a product out of the shop. */
export async function removeProduct(id: number): Promise<void> {
  const headers = { Authorization: `JWT ${await adminAccess()}` };
  await fetch(`${shop()}/api/products/${id}/`, { method: 'DELETE', headers });
}

/** A product with its name, and one of its variants that many can buy. */
export interface Plentiful {
  product: string;
  color: string;
  size: string;
}

/** Finds the variant of which most is left, among the demo shop's first products in several colours: one has to be chosen. */
export async function plentiful(): Promise<Plentiful> {
  type Variants = { color: { name: string }; size: { name: string }; stock_quantity: number }[];
  const { results } = await call<{ results: { id: number }[] }>('/api/products/?page=1&page_size=20');
  const products = await Promise.all(
    results.map(({ id }) => call<{ name: string; variants: Variants }>(`/api/products/${id}/`)),
  );
  const withChoice = products.filter(({ variants }) => new Set(variants.map(({ color }) => color.name)).size > 1);
  const all = withChoice.flatMap(({ name, variants }) => variants.map((variant) => ({ name, ...variant })));
  const [most] = all.sort((a, b) => b.stock_quantity - a.stock_quantity);
  if (!most) throw new Error('The demo shop has no product in several colours');
  return { product: most.name, color: most.color.name, size: most.size.name };
}
