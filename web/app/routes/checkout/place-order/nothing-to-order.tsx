import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Empty } from '~/components/feedback/empty';
import { Button, buttonStyle } from '~/components/form/button';

/** The page without goods in the cart. @param children what is still unfinished */
export function NothingToOrder({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="page py-6">
      <h1 className="sr-only">{title}</h1>
      {children}
      <Empty
        title="Giỏ hàng trống"
        action={
          <>
            <Link to="/search" className={buttonStyle()}>
              Tiếp tục mua sắm
            </Link>
            <Button variant="outline" disabled>
              Đặt hàng
            </Button>
          </>
        }
      >
        Chưa có sản phẩm nào để đặt.
      </Empty>
    </main>
  );
}
