import { Link } from '@remix-run/react';
import { buttonStyle } from '~/components/form/button';

/** The link from a product to the list of products. */
export const BackToList = () => (
  <Link to="/admin/products" className={buttonStyle({ variant: 'quiet', size: 'sm' })}>
    Về danh sách
  </Link>
);
