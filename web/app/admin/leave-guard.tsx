import { useBlocker } from '@remix-run/react';
import { useEffect } from 'react';
import { Button } from '~/ui/button';
import { Modal } from '~/ui/modal';

/**
 * Asks before something that was typed is left behind: by a link of the shop, the way back, or closing the page.
 * @param isDirty whether there is anything to lose
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
      onClose={() => blocker.reset()}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={() => blocker.proceed()}>
            Rời trang, bỏ thay đổi
          </Button>
          <Button onClick={() => blocker.reset()}>Ở lại</Button>
        </div>
      }
    >
      Những thay đổi chưa lưu trên trang này sẽ mất.
    </Modal>
  );
}
