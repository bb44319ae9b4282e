/** The path of a customer's page in the back office. */
export const customerPath = (id: number): string => `/admin/customers/${id}`;
