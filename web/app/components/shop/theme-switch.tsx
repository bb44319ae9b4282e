import { createElement } from 'react';

/** The switch between light and dark. The inlined theme.js fills the element: to React it stays empty, and costs no script. */
export const ThemeSwitch = () =>
  createElement('theme-switch', { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } });
