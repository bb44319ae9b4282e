import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Menu } from '~/components/overlay/menu';
import { Modal } from '~/components/overlay/modal';
import { createHashHistory, type HashHistory } from '~/routing/hash/hash-history';
import { until } from '../../../../backend/test/support/until';
import { openShop } from '../../support/shop-pages';

/** The pages that the router was sent to by steps of the browser. */
let visited: string[];
let history: HashHistory;
let leave: () => void;
let pops: number;
const countPop = () => (pops += 1);

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  [visited, pops] = [[], 0];
  history = createHashHistory();
  history.push('/search');
  history.push('/products/5');
  leave = history.listen(({ location }) => visited.push(location.pathname));
  window.addEventListener('popstate', countPop);
});
afterEach(() => {
  leave();
  window.removeEventListener('popstate', countPop);
});

/** A step of the browser, and the `steps - 1` that follow from it. */
async function go(delta: number, steps: number) {
  pops = 0;
  await act(async () => {
    window.history.go(delta);
    await until('the browser has stepped', () => pops === steps);
  });
}
const backIntoDialog = () => go(-1, 2);
const backFromPage = () => go(-1, 1);

const dialogs = () => screen.queryAllByRole('dialog');
const STAYS = { address: '#/products/5', visited: [] };
const stand = () => ({ address: window.location.hash, visited });

/** A dialog, and one that its button opens above it. */
function Nested() {
  const [count, setCount] = useState(1);
  return (
    <>
      {count > 0 && (
        <Modal title="Sửa" onClose={() => setCount(0)}>
          <button onClick={() => setCount(2)}>Xóa</button>
          {count > 1 && (
            <Modal title="Xóa?" onClose={() => setCount(1)}>
              Áo thun
            </Modal>
          )}
        </Modal>
      )}
    </>
  );
}

function openNested() {
  render(<Nested />);
  fireEvent.click(screen.getByRole('button', { name: 'Xóa' }));
}

test('each step back closes the topmost dialog, and the next one leaves the page; the history does not grow', async () => {
  openNested();
  const { length } = window.history;
  await backIntoDialog();
  expect(screen.queryByRole('dialog', { name: 'Xóa?' })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Sửa' })).toBeInTheDocument();
  expect(stand()).toEqual(STAYS);
  await backIntoDialog();
  expect(dialogs()).toEqual([]);
  expect(stand()).toEqual(STAYS);
  await backFromPage();
  expect(stand()).toEqual({ address: '#/search', visited: ['/search'] });
  expect(window.history.length).toBe(length);
});

test('the page can still be left forward, and by a link in the dialog', async () => {
  await backFromPage();
  openNested();
  await go(1, 1);
  expect(stand()).toEqual({ address: '#/products/5', visited: ['/search', '/products/5'] });
  history.push('/cart');
  expect(window.location.hash).toBe('#/cart');
  expect(dialogs()).toHaveLength(2);
});

test('a step back asks before it drops input, and does not close a dialog that is busy', async () => {
  const onClose = jest.fn();
  const { rerender } = render(
    <Modal title="Sửa" guardsInput onClose={onClose}>
      <textarea aria-label="Tên" />
    </Modal>,
  );
  fireEvent.input(screen.getByLabelText('Tên'), { target: { value: 'Áo' } });
  await backIntoDialog();
  expect(screen.getByRole('alert')).toHaveTextContent('Đóng và bỏ những gì đã nhập?');
  rerender(
    <Modal title="Sửa" isBusy onClose={onClose}>
      Đang lưu
    </Modal>,
  );
  await backIntoDialog();
  expect(onClose).not.toHaveBeenCalled();
  expect(stand()).toEqual(STAYS);
});

test('a dialog that asks whether to leave lets the router hear of the step back', async () => {
  const onClose = jest.fn();
  render(
    <Modal title="Rời trang?" isLeaving onClose={onClose}>
      Chưa lưu
    </Modal>,
  );
  await backFromPage();
  expect(stand()).toEqual({ address: '#/search', visited: ['/search'] });
  expect(onClose).not.toHaveBeenCalled();
});

test('a step back closes an open drawer, and no other menu', async () => {
  const Menus = () => (
    <>
      <Menu label="Tài khoản" summary="Lan" panel="">
        Đăng xuất
      </Menu>
      <Menu isDrawer label="Mở menu" summary="Menu" panel="">
        Váy
      </Menu>
    </>
  );
  const { container } = openShop({ '/': { default: Menus } }, '/');
  await screen.findByText('Váy');
  const [account, drawer] = container.querySelectorAll('details');
  drawer!.open = true;
  account!.open = true;
  await backIntoDialog();
  expect([account!.open, drawer!.open]).toEqual([true, false]);
  expect(stand()).toEqual(STAYS);
  await backFromPage();
  expect(stand()).toEqual({ address: '#/search', visited: ['/search'] });
});
