import type { EntityManager } from 'typeorm';
import { readSetting } from '../settings.sql.js';

/** The default name and contact. */
export const DEFAULT_SHOP = {
  shop_name: 'MAY',
  email: 'xinchao@example.com',
  phone: '1900 0000',
  address: '12 Hàng Gai, Hoàn Kiếm, Hà Nội',
  legal_name: 'Công ty TNHH Thời trang MAY',
  tax_code: '0100000000',
};

/** Name, contact and legal data of the shop. */
export type Shop = typeof DEFAULT_SHOP;

/** Reads the shop's data: the defaults, overridden by the row `shop` of the settings. */
export async function shopDetails(tx: EntityManager): Promise<Shop> {
  return { ...DEFAULT_SHOP, ...(await readSetting<Partial<Shop>>(tx, 'shop')) };
}
