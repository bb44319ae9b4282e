import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button';

interface CopyButtonProps {
  /** What is copied, within its name: `Số tài khoản`. */
  label: string;
  text: string;
}

/** Copies a text, and says whether it did. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  const copy = () =>
    // Absent on pages without TLS.
    (navigator.clipboard as Clipboard | undefined)?.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    ) ?? setState('failed');
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <Button variant="quiet" size="sm" onClick={() => void copy()} aria-label={`Sao chép ${label.toLowerCase()}`}>
      <Icon aria-hidden="true" className="size-4" />
      <span role="status">{{ ready: 'Chép', copied: 'Đã chép', failed: 'Hãy chép tay' }[state]}</span>
    </Button>
  );
}
