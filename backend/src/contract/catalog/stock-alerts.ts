import { z } from 'zod';
import { Email } from '../accounts/auth.js';
import { Id, MailLink } from '../common.js';

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
export const StockAlertLink = MailLink.meta({ id: 'StockAlertLink' });
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
