import { useFetcher } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button } from '~/components/form/button';
import { useFirstPress } from '~/components/form/use-first-press';

interface PostButtonProps {
  /** What a press posts to the page's action. */
  fields: Record<string, string | number | boolean>;
  /** Its name where its text does not say what it acts on. */
  label?: string;
  children: ReactNode;
}

/** A small button that acts at once, without a dialog. */
export function PostButton({ fields, label, children }: PostButtonProps) {
  const fetcher = useFetcher();
  const isFirstPress = useFirstPress(fetcher);
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={label}
      isBusy={fetcher.state !== 'idle'}
      onClick={() => isFirstPress() && fetcher.submit(fields, { method: 'post' })}
    >
      {children}
    </Button>
  );
}
