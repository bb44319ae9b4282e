import type { AuditEntry, AuditSubject } from 'contract/administration/audit';
import { customerPath } from '~/components/admin/customer-path';

/** The lists that show a subject's row, found by its name. */
const LISTS: Partial<Record<AuditSubject, string>> = {
  category: '/admin/categories?search=',
  brand: '/admin/brands?search=',
  color: '/admin/colors?search=',
  size: '/admin/colors?tab=sizes&search=',
  review: '/admin/reviews?search=',
  coupon: '/admin/coupons?search=',
};

/** The path of an entry's subject, or null if it has no page. */
export function pageOfSubject({ subject, subject_id: id, subject_name: name, action }: AuditEntry): string | null {
  if (action === 'delete') return null;
  if (subject === 'settings') return '/admin/settings';
  if (subject === 'synonym') return '/admin/search?tab=synonyms';
  if (subject === 'bank_transfer') return '/admin/bank-transfers';
  if (subject === 'bank_webhook') return '/admin/settings';
  if (subject === 'webhook') return '/admin/webhooks';
  if (subject === 'api_key') return '/admin/api-keys';
  if (subject === 'pins') return '/admin/search?tab=pins';
  if (id === null) return null;
  if (subject === 'product') return `/admin/products/${id}`;
  if (subject === 'order' || subject === 'refund') return `/admin/orders/${id}`;
  if (subject === 'user') return customerPath(id);
  if (subject === 'wallet') return `/admin/paybox?tab=transactions&wallet=${id}`;
  const list = LISTS[subject];
  return list ? `${list}${encodeURIComponent(name)}` : null;
}
