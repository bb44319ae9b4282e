import { forwardRef, useEffect, useImperativeHandle, useRef } from 'react';
import type { ButtonHTMLAttributes, RefObject } from 'react';
import { Spinner } from './spinner';

export interface ButtonLook {
  /** `primary` once per view, `outline` beside it, `quiet` for the rest, `danger` for what can't be undone. */
  variant?: 'primary' | 'outline' | 'quiet' | 'danger';
  size?: 'sm' | 'md' | 'lg';
}

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  outline: 'border border-ink bg-transparent text-ink hover:bg-ink hover:text-paper',
  quiet: 'bg-transparent text-ink hover:bg-sand',
  danger: 'bg-signal text-on-accent hover:bg-ink',
} as const;

const SIZES = {
  sm: 'min-h-9 px-3 text-sm pointer-coarse:min-h-11',
  md: 'min-h-11 px-5',
  lg: 'min-h-13 px-7 text-lg',
} as const;

/** The classes of a button, for a link that looks like one. */
export const buttonStyle = ({ variant = 'primary', size = 'md' }: ButtonLook = {}) =>
  `inline-flex items-center justify-center gap-2 rounded-md font-medium text-center transition-colors forced-colors:border ` +
  `disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:opacity-50 ${SIZES[size]} ${VARIANTS[variant]}`;

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** The action is running: shows a spinner and disables the button. */
  isBusy?: boolean;
}

/** A button; `type` is `button` by default, so that none submits a form by accident. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, isBusy = false, className = '', disabled, children, ...rest },
  ref,
) {
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => button.current!, []);
  useFocusKept(button, isBusy);
  return (
    <button
      ref={button}
      type="button"
      {...rest}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={`${buttonStyle({ variant, size })} ${className}`}
    >
      {isBusy && <Spinner className="size-4" />}
      {children}
    </button>
  );
});

/**
 * A browser takes the focus from a disabled button. It comes back when the button can be pressed again, unless it is elsewhere.
 * The page stays where it is: it may have scrolled to what is said about the action.
 */
function useFocusKept(button: RefObject<HTMLButtonElement>, isBusy: boolean) {
  const isHeld = useRef(false);
  useEffect(() => {
    if (isBusy) isHeld.current = document.activeElement === button.current;
    else if (isHeld.current && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [button, isBusy]);
}
