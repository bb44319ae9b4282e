import type { LucideIcon } from 'lucide-react';
import { Badge, type BadgeTone } from './badge';

/** How a state is shown. */
export interface ShownState {
  label: string;
  tone: BadgeTone;
  icon?: LucideIcon;
}

/** A state as a badge. */
export const StateBadge = ({ label, tone, icon: Icon }: ShownState) => (
  <Badge tone={tone}>
    {Icon && <Icon aria-hidden="true" className="size-3" />}
    {label}
  </Badge>
);
