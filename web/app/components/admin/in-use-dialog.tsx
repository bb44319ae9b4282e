import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button, buttonStyle } from '~/components/form/button';
import { Modal } from '~/components/overlay/modal';

interface InUseDialogProps {
  /** Names the object that cannot be deleted. */
  title: string;
  /** The reason, and what to do first. */
  children: ReactNode;
  /** The page where that is done. */
  to: string;
  link: string;
  onClose: () => void;
}

/** Shown instead of the confirmation of a deletion that the server would refuse. */
export function InUseDialog({ title, children, to, link, onClose }: InUseDialogProps) {
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Đóng
          </Button>
          <Link to={to} className={buttonStyle()}>
            {link}
          </Link>
        </div>
      }
    >
      <p>{children}</p>
    </Modal>
  );
}
