import { useRevalidator } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Alert, type Tone } from './alert';
import { Button } from '~/components/form/button';

/** The message of a failed load, with a button that reloads the page's data. */
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
