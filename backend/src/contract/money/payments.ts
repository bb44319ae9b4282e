import { z } from 'zod';
import { Id, Vnd } from '../common.js';

export const PayByCard = z.object({ order: Id }).meta({ id: 'PayByCard' });
export type PayByCard = z.infer<typeof PayByCard>;

export const CardIntent = z.object({ clientSecret: z.string() }).meta({ id: 'CardIntent' });
export type CardIntent = z.infer<typeof CardIntent>;

export const IntentId = z.string('Thiếu mã giao dịch').min(1, 'Thiếu mã giao dịch').max(255);

export const SettleOrder = z.object({ payment_intent: IntentId }).meta({ id: 'SettleOrder' });
export type SettleOrder = z.infer<typeof SettleOrder>;

/** What a webhook answers to its sender. */
export const Received = z.object({ received: z.literal(true) }).meta({ id: 'Received' });
export type Received = z.infer<typeof Received>;

/** Cash that was collected for an order: all of its total. */
export const RecordCash = z.object({ amount: Vnd }).meta({ id: 'RecordCash' });
export type RecordCash = z.infer<typeof RecordCash>;
