import { z } from 'zod';
import { Id, Vnd, optionalText, requiredText } from '../common.js';
import { MAX_COUPON_CODE, MAX_GIFT_NOTE, MAX_ORDER_LINES, MAX_QUANTITY, PAYMENT_METHODS, TEXTS } from '../rules.js';

/** The page requires `receiver` and `phone`; the API does not. */
export const ShippingAddress = z
  .object({
    address: requiredText(255, 'Vui lòng nhập địa chỉ'),
    city: requiredText(255, 'Vui lòng nhập tỉnh/thành phố'),
    postalCode: requiredText(20, 'Vui lòng nhập mã bưu chính'),
    country: requiredText(255, 'Vui lòng nhập quốc gia'),
    receiver: optionalText(255).optional(),
    phone: optionalText(20).optional(),
  })
  .meta({ id: 'ShippingAddress' });
export type ShippingAddress = z.infer<typeof ShippingAddress>;

/** `was`: the address as its editor saw it, empty where the buyer's account is erased. Without it the change overwrites any other. */
export const ChangeOrderAddress = ShippingAddress.extend({
  was: z
    .object({
      address: optionalText(255),
      city: optionalText(255),
      postalCode: optionalText(20),
      country: optionalText(255),
      receiver: optionalText(255).optional(),
      phone: optionalText(20).optional(),
    })
    .optional(),
}).meta({ id: 'ChangeOrderAddress' });
export type ChangeOrderAddress = z.infer<typeof ChangeOrderAddress>;

/** `id` is the product's id. The server ignores the page's color and size and reads them from the variant. */
export const OrderLine = z.object({
  id: Id,
  qty: z.int('Số lượng phải là số nguyên').min(1, 'Số lượng từ 1 đến 999').max(MAX_QUANTITY, 'Số lượng từ 1 đến 999'),
  variant_id: Id.nullish(),
});

/** A part of the total as the page shows it: nothing reads it, so a wrong one is accepted. */
const PartOfTotal = z.int('Số tiền phải là số nguyên').nullish();

/** The server computes its own prices and compares its total with the page's. */
export const PlaceOrder = z
  .object({
    orderItems: z.array(OrderLine).min(1, 'Giỏ hàng trống').max(MAX_ORDER_LINES, TEXTS.tooManyLines),
    shippingAddress: ShippingAddress,
    paymentMethod: z.enum(PAYMENT_METHODS, 'Phương thức thanh toán không hợp lệ'),
    itemsPrice: PartOfTotal,
    taxPrice: PartOfTotal,
    shippingPrice: PartOfTotal,
    totalPrice: Vnd,
    coupon_code: z.string().trim().max(MAX_COUPON_CODE, `Tối đa ${MAX_COUPON_CODE} ký tự`).nullish(),
    /** Goes with the goods, for the person who receives them. */
    gift_note: optionalText(MAX_GIFT_NOTE).nullish(),
  })
  .meta({ id: 'PlaceOrder' });
export type PlaceOrder = z.infer<typeof PlaceOrder>;

export const Placed = z.object({ id: Id }).meta({ id: 'Placed' });
export type Placed = z.infer<typeof Placed>;
