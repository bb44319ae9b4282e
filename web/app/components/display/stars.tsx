import type { CSSProperties } from 'react';

interface StarsProps {
  /** 0 to 5, with fractions. */
  value: number;
  /** Font size sets the size of a star. */
  className?: string;
}

/** Five stars filled up to `value`, with a text for screen readers. */
export function Stars({ value, className = 'text-base' }: StarsProps) {
  const filled = (Math.max(0, Math.min(value, 5)) / 5) * 100;
  return (
    <span
      role="img"
      aria-label={`${value.toLocaleString('vi-VN')} trên 5 sao`}
      className={`stars shrink-0 ${className}`}
      style={{ '--filled': `${filled}%` } as CSSProperties}
    />
  );
}
