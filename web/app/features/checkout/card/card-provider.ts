import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import type { Settings } from 'contract/administration/settings';

export type Provider = Settings['payment'];

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

let loading: Promise<Stripe> | undefined;

/**
 * Loads the provider's script once per document and returns its object. Stripe's own loader is not used: it knows only
 * Stripe's address, and the sandbox serves its own script.
 */
export function loadProvider({ script_url, publishable_key }: Provider): Promise<Stripe> {
  loading ??= loadScript(script_url).then(() => {
    if (!window.Stripe) throw new Error(`${script_url} defines no Stripe`);
    return window.Stripe(publishable_key, { locale: 'vi' });
  });
  loading.catch(() => (loading = undefined));
  return loading;
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${src} can't be loaded`));
    };
    document.head.append(script);
  });
}
