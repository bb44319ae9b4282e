import { Link } from '@remix-run/react';
import { useWayBack } from '~/components/admin/list/way-back';
import { buttonStyle } from '~/components/form/button';

/** The link from a product to the list of products. */
export function BackToList() {
  const list = useWayBack('/admin/products');
  return (
    <Link to={list} className={buttonStyle({ variant: 'quiet', size: 'sm' })}>
      Về danh sách
    </Link>
  );
}
