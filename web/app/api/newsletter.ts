import { api } from '~/api/http/client';

/** Subscribes an e-mail address to the newsletter. Idempotent. */
export const subscribeToNewsletter = (email: string) =>
  api<void>('/api/newsletter/', { method: 'POST', body: { email } });
