import { useFetcher } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button } from '~/ui/button';
import { Modal } from '~/ui/modal';
import type { Outcome } from './act';
import { useWhenDone } from './use-when-done';

interface ConfirmDialogProps {
  /** Asks, and names what it asks about: `Xóa mã giảm giá TẾT50?` */
  title: string;
  /** What happens then, and whether it can be undone. */
  children: ReactNode;
  /** What the button that does it says. */
  confirm: string;
  /** Posted to the page's action. */
  fields: Record<string, string | number>;
  /** Cannot be undone. */
  isDanger?: boolean;
  onClose: () => void;
}

/** Asks before something is done. It closes when it was done; a failure is told in it, and may be tried again. */
export function ConfirmDialog({ title, children, confirm, fields, isDanger = false, onClose }: ConfirmDialogProps) {
  const fetcher = useFetcher<Outcome>();
  const { data, state } = fetcher;
  useWhenDone(fetcher, onClose);
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <fetcher.Form method="post" className="flex flex-wrap justify-end gap-2">
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button variant="quiet" onClick={onClose}>
            Không
          </Button>
          <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isBusy={state !== 'idle'}>
            {confirm}
          </Button>
        </fetcher.Form>
      }
    >
      <div className="grid gap-3">{children}</div>
      {state === 'idle' && data?.isDone === false && (
        <p role="alert" className="mt-3 text-signal">
          {data.failure.detail}
        </p>
      )}
    </Modal>
  );
}
