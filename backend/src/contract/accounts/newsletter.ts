import { z } from 'zod';

export const Newsletter = z
  .object({ email: z.string('Vui lòng nhập email').trim().max(254).pipe(z.email('Email không hợp lệ')) })
  .meta({ id: 'Newsletter' });
export type Newsletter = z.infer<typeof Newsletter>;
