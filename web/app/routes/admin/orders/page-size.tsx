import { useNavigate } from '@remix-run/react';
import { MAX_PAGE_SIZE } from 'contract/rules';
import { LIST_PAGE_SIZE, hrefWith, useListAddress } from '~/components/admin/list/list-url';
import { Select } from '~/components/form/field';

const SIZES = [LIST_PAGE_SIZE, 50, MAX_PAGE_SIZE];

/** How many orders the address asks for on a page. */
export const pageSizeOf = (params: URLSearchParams) =>
  SIZES.find((size) => String(size) === params.get('page_size')) ?? LIST_PAGE_SIZE;

/** Chooses how many orders a page has. */
export function PageSize() {
  const address = useListAddress();
  const navigate = useNavigate();
  return (
    <label className="flex items-center gap-2 justify-self-end text-sm">
      Số đơn mỗi trang
      <Select
        value={pageSizeOf(address.params)}
        onChange={({ target: { value } }) =>
          navigate(hrefWith(address, { page_size: value === String(LIST_PAGE_SIZE) ? null : value }), {
            preventScrollReset: true,
          })
        }
      >
        {SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </Select>
    </label>
  );
}
