import { Check, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';

/** A new secret, which no other response shows. @param children what it is, and that it has to be copied now */
export function ShownOnce({ secret, children }: { secret: string; children: ReactNode }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    // Undefined without HTTPS: the text can be selected by hand.
    (navigator.clipboard as Clipboard | undefined)?.writeText(secret).then(
      () => setIsCopied(true),
      () => undefined,
    );
  const Icon = isCopied ? Check : Copy;
  return (
    <Alert
      tone="success"
      action={
        <Button variant="outline" size="sm" onClick={() => void copy()}>
          <Icon aria-hidden="true" className="size-4" />
          {isCopied ? 'Đã sao chép' : 'Sao chép'}
        </Button>
      }
    >
      {children}
      <code className="mt-1 block font-medium break-all select-all">{secret}</code>
    </Alert>
  );
}
