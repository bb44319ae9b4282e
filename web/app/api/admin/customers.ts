import type { Customer } from 'contract/administration/customers';
import { signed } from '~/api/account/signed';

/** A customer with the figures of what they ordered and wrote. @throws ApiError 404 for a deleted account */
export const getCustomer = (id: number, signal?: AbortSignal) =>
  signed<Customer>(`/api/admin/customers/${id}/`, { signal });
