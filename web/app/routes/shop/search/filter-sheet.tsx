import { startTransition, useState, type ReactNode } from 'react';
import { Button } from '~/components/form/button';
import { Modal } from '~/components/overlay/modal';
import { Skeleton } from '~/components/feedback/skeleton';

interface FilterSheetProps {
  /** The content of the button that opens it. */
  label: ReactNode;
  /** The content of the button that closes it: what the filters find. */
  result: ReactNode;
  /** The filters. */
  children: ReactNode;
}

/**
 * The filters of a phone, in a sheet over the results. Its state is its own, so that opening it does not render the results again;
 * it opens at the touch, and its many options follow in a later frame.
 */
export function FilterSheet({ label, result, children }: FilterSheetProps) {
  const [isOpen, setOpen] = useState(false);
  const [isFilled, setFilled] = useState(false);
  function open() {
    setOpen(true);
    startTransition(() => setFilled(true));
  }
  function close() {
    setOpen(false);
    setFilled(false);
  }
  return (
    <>
      <Button
        variant="outline"
        data-early
        className="flex-1 px-3! sm:flex-none lg:hidden noscript:hidden aria-busy:opacity-60"
        onClick={open}
      >
        {label}
      </Button>
      {isOpen && (
        <Modal
          title="Bộ lọc"
          shape="sheet"
          onClose={close}
          footer={
            <Button size="lg" className="w-full" aria-live="polite" onClick={close}>
              {result}
            </Button>
          }
        >
          {isFilled ? children : <Skeleton className="h-[60dvh] w-full" />}
        </Modal>
      )}
    </>
  );
}
