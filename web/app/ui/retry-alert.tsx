import { useRevalidator } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Alert, type Tone } from './alert';
import { Button } from './button';

/** What could not be loaded, with a button that loads the page's data anew. */
export function RetryAlert({ tone = 'danger', children }: { tone?: Tone; children: ReactNode }) {
  const { revalidate, state } = useRevalidator();
  return (
    <Alert
      tone={tone}
      action={
        <Button variant="outline" size="sm" isBusy={state === 'loading'} onClick={revalidate}>
          Thử lại
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
