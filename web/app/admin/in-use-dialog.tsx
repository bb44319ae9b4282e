import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button, buttonStyle } from '~/ui/button';
import { Modal } from '~/ui/modal';

interface InUseDialogProps {
  /** Names what cannot be deleted. */
  title: string;
  /** Why not, and what to do first. */
  children: ReactNode;
  /** Where that is done. */
  to: string;
  link: string;
  onClose: () => void;
}

/** In the place of the question before a deletion, where it is known that it would be refused. */
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
