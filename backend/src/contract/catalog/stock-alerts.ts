import { z } from 'zod';
import { Email } from '../accounts/auth.js';
import { Id } from '../common.js';

/** Asks for a mail when a sold-out product, or one of its variants, has stock again. */
export const StockAlertRequest = z
  .object({
    product: Id,
    /** Required for a product with variants. */
    variant: Id.nullish(),
    email: Email,
  })
  .meta({ id: 'StockAlertRequest' });
export type StockAlertRequest = z.infer<typeof StockAlertRequest>;

/** A link of a mail about a stock alert. */
export const StockAlertLink = z
  .object({
    id: Id,
    token: z.string('Liên kết không hợp lệ').min(1, 'Liên kết không hợp lệ').max(100, 'Liên kết không hợp lệ'),
  })
  .meta({ id: 'StockAlertLink' });
export type StockAlertLink = z.infer<typeof StockAlertLink>;

/** What an alert is about. */
export const StockAlertGoods = z
  .object({
    product: Id,
    name: z.string(),
    /** Null for a product without variants. */
    color: z.string().nullable(),
    size: z.string().nullable(),
  })
  .meta({ id: 'StockAlertGoods' });
export type StockAlertGoods = z.infer<typeof StockAlertGoods>;
