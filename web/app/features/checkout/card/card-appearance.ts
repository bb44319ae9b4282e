import type { Appearance } from '@stripe/stripe-js';

/** Calls back when the shop's colours change: the device's scheme, or the one chosen in the footer. @returns a function that ends it */
export function onNewColors(repaint: () => void): () => void {
  const device = window.matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(repaint);
  device.addEventListener('change', repaint);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    device.removeEventListener('change', repaint);
    chosen.disconnect();
  };
}

/** The shop's colours for the fields in the provider's frame, which the shop's style sheet does not reach. */
export function cardAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    variables: {
      colorPrimary: token('color-accent'),
      colorBackground: token('color-surface'),
      colorText: token('color-ink'),
      colorTextPlaceholder: token('color-muted'),
      colorDanger: token('color-signal'),
      colorWarning: token('color-warn'),
      fontFamily: token('font-sans'),
      borderRadius: token('radius-md'),
    },
  };
}
