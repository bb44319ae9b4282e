import { useBlocker } from '@remix-run/react';
import { useEffect } from 'react';
import { Button } from '~/components/form/button';
import { Modal } from '~/components/overlay/modal';

/**
 * Asks before the user leaves a page with unsaved input: by a link, the back button, or closing the tab.
 * @param isDirty true while there is unsaved input
 */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Modal
      title="Rời trang khi chưa lưu?"
      isLeaving
      onClose={() => blocker.reset()}
      footer={
        <>
          <Button variant="quiet" onClick={() => blocker.proceed()}>
            Rời trang, bỏ thay đổi
          </Button>
          <Button onClick={() => blocker.reset()}>Ở lại</Button>
        </>
      }
    >
      Những thay đổi chưa lưu trên trang này sẽ mất.
    </Modal>
  );
}
