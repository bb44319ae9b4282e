import type { ReactNode } from 'react';
import { Alert } from './alert';
import { Button } from '~/components/form/button';

/** Stands for a part of a page that could not be loaded, its script or its data, and loads it again. */
export function FailedPart({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <Alert
      tone="danger"
      action={
        <Button variant="outline" size="sm" onClick={onRetry}>
          Thử lại
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
