import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const TONES = {
  danger: { look: 'border-signal bg-signal-soft text-signal', icon: CircleAlert },
  success: { look: 'border-accent bg-accent-soft text-accent', icon: CircleCheck },
  warning: { look: 'border-warn bg-warn-soft text-warn', icon: TriangleAlert },
  info: { look: 'border-line-strong bg-sand text-ink', icon: Info },
} as const;

export type Tone = keyof typeof TONES;

/**
 * A message about the whole page or form. `danger` interrupts a screen reader, the other tones are announced politely.
 * @param action a retry button or a link
 */
export function Alert({ tone, children, action }: { tone: Tone; children: ReactNode; action?: ReactNode }) {
  const { look, icon: Icon } = TONES[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border-l-4 px-4 py-3 ${look}`}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  );
}
