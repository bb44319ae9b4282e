/** How a script scrolls. The browser heeds the wish for less motion in styles only, not in these calls. */
export const scrollBehavior = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
