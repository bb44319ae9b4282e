import type { ReactNode } from 'react';
import { Alert } from './alert';
import { Button } from '~/components/form/button';
import { reloadPage } from '~/lib/reload-page';

interface FailedPartProps {
  onRetry: () => void;
  /** Only a reload of the page helps, see `useModule`. */
  isStuck?: boolean;
  children: ReactNode;
}

/** Stands for a part of a page that could not be loaded, its script or its data, and loads it again. */
export function FailedPart({ onRetry, isStuck = false, children }: FailedPartProps) {
  return (
    <Alert
      tone="danger"
      action={
        <Button variant="outline" size="sm" onClick={isStuck ? reloadPage : onRetry}>
          {isStuck ? 'Tải lại trang' : 'Thử lại'}
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
