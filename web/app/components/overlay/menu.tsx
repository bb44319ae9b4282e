import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

interface MenuProps {
  /** The content of the button that opens it. */
  summary: ReactNode;
  /** The accessible name of the button if `summary` has no text. */
  label: string;
  children: ReactNode;
  className?: string;
  /** Classes that position the opened panel. */
  panel: string;
  /** Covers most of a phone's screen: the browser's Back closes it (`hash-history.ts`). */
  isDrawer?: boolean;
}

/**
 * A dropdown menu: a native `details`, so that it works before and without scripts. With scripts it closes on Escape, on a
 * click outside, when the focus leaves it and on navigation.
 */
export function Menu({ summary, label, children, className = '', panel, isDrawer }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    ref.current?.removeAttribute('open');
  }, [key]);

  useEffect(() => {
    const details = ref.current;
    if (!details) return;
    const close = () => details.removeAttribute('open');
    const onPress = (event: Event) => {
      if (details.open && !details.contains(event.target as Node)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return;
      close();
      details.querySelector('summary')?.focus();
    };
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !details.contains(relatedTarget)) close();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    details.addEventListener('focusout', onBlur);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
      details.removeEventListener('focusout', onBlur);
    };
  }, []);

  return (
    <details ref={ref} data-drawer={isDrawer} className={`group/menu ${className}`}>
      <summary
        aria-label={label}
        className="flex min-h-[44px] min-w-[44px] list-none items-center justify-center [&::-webkit-details-marker]:hidden"
      >
        {summary}
      </summary>
      <div className={panel}>{children}</div>
    </details>
  );
}
