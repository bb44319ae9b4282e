import { Link } from '@remix-run/react';
import { formatNumber } from 'contract/rules';
import type { ReactNode } from 'react';
import { Button, buttonStyle } from '~/components/form/button';
import { Modal } from '~/components/overlay/modal';
import { ConfirmDialog } from './confirm-dialog';

interface DeleteDialogProps {
  /** What is deleted, with its name: `màu Đỏ`. */
  name: string;
  /** The products that have it, archived ones included. */
  products: number;
  /** What these have, as a sentence goes on: `có màu này`. */
  having: string;
  /** The list of these products, as a query: `color=3`. */
  filter: string;
  /** Posted to the page's action. */
  fields: Record<string, string | number>;
  /** More about these products, and what to do with them first. */
  children: ReactNode;
  onClose: () => void;
}

/** Confirms that what products can have is deleted, or says that some still have it: the server would refuse. */
export function DeleteDialog({ name, products, having, filter, fields, children, onClose }: DeleteDialogProps) {
  if (products === 0) {
    return (
      <ConfirmDialog title={`Xóa ${name}?`} confirm="Xóa hẳn" isDanger fields={fields} onClose={onClose}>
        Không có sản phẩm nào {having}. Xóa rồi không lấy lại được.
      </ConfirmDialog>
    );
  }
  return (
    <Modal
      title={`Chưa xóa được ${name}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Đóng
          </Button>
          <Link to={`/admin/products?${filter}`} className={buttonStyle()}>
            Xem các sản phẩm đó
          </Link>
        </>
      }
    >
      <p>
        Còn {formatNumber(products)} sản phẩm {having}
        {children}
      </p>
    </Modal>
  );
}
