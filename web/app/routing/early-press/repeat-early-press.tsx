import { useEffect, type ReactNode } from 'react';

declare global {
  interface Window {
    /** Of early-press.js: ends the watch. @returns the button that was pressed last */
    takeEarlyPress?: () => HTMLElement | undefined;
  }
}

/** Presses the button again that was pressed before the page could answer, once it can. */
export function RepeatEarlyPress({ children }: { children: ReactNode }) {
  useEffect(() => {
    window.takeEarlyPress?.()?.click();
    delete window.takeEarlyPress;
  }, []);
  return children;
}
