import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button';

interface CopyButtonProps {
  /** What is copied, within its name: `Số tài khoản`. */
  label: string;
  text: string;
}

const SHOWN = { ready: 'Sao chép', copied: 'Đã sao chép', failed: 'Không sao chép được' };

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
  const what = label.toLowerCase();
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="shrink-0 whitespace-nowrap"
        onClick={() => void copy()}
        aria-label={`Sao chép ${what}`}
      >
        <Icon aria-hidden="true" className="size-4" />
        {SHOWN[state]}
      </Button>
      {/* Beside the button: what is in it is not read, because it has a name. */}
      <span role="status" className="sr-only">
        {state !== 'ready' && `${SHOWN[state]} ${what}`}
      </span>
    </>
  );
}
