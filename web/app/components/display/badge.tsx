import type { ReactNode } from 'react';

const TONES = {
  ink: 'bg-ink text-paper',
  accent: 'bg-accent text-on-accent',
  signal: 'bg-signal text-on-accent',
  paper: 'bg-surface/95 text-ink',
  sand: 'bg-sand text-ink',
  warn: 'bg-warn-soft text-warn',
  success: 'bg-accent-soft text-accent',
  danger: 'bg-signal-soft text-signal',
} as const;

export type BadgeTone = keyof typeof TONES;

/** A short label in a coloured chip. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex w-fit items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
