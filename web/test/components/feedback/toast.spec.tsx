import { act, fireEvent, render, screen } from '@testing-library/react';
import { Toaster, toast } from '~/components/feedback/toast';
import { Modal } from '~/components/overlay/modal';

beforeEach(() => jest.useFakeTimers());

test('a toast is announced and disappears after five seconds', () => {
  render(<Toaster />);
  act(() => void toast('Đã lưu'));
  expect(screen.getByRole('status')).toHaveTextContent('Đã lưu');
  act(() => void jest.advanceTimersByTime(4_999));
  expect(screen.getByText('Đã lưu')).toBeVisible();
  act(() => void jest.advanceTimersByTime(1));
  expect(screen.queryByText('Đã lưu')).not.toBeInTheDocument();
});

test('a toast with a button stays twenty seconds, and longer while it is pointed at or has the focus', () => {
  render(
    <>
      <button>Giỏ hàng</button>
      <Toaster />
    </>,
  );
  act(() => void toast('Đã xóa Áo thun', { action: <button>Hoàn tác</button> }));
  const isThere = () => screen.queryByText('Đã xóa Áo thun') !== null;
  const wait = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
  wait(19_999);
  fireEvent.mouseEnter(screen.getByText('Đã xóa Áo thun').parentElement!.parentElement!);
  wait(60_000);
  fireEvent.mouseLeave(screen.getByText('Đã xóa Áo thun').parentElement!.parentElement!);
  wait(19_999);
  screen.getByRole('button', { name: 'Giỏ hàng' }).focus();
  act(() => screen.getByRole('button', { name: 'Hoàn tác' }).focus());
  wait(60_000);
  expect(isThere()).toBe(true);
  act(() => screen.getByRole('button', { name: 'Giỏ hàng' }).focus());
  wait(19_999);
  expect(isThere()).toBe(true);
  wait(1);
  expect(isThere()).toBe(false);
});

test('closing a toast gives the focus back', () => {
  render(
    <>
      <button>Giỏ hàng</button>
      <Toaster />
    </>,
  );
  act(() => void toast('Đã lưu'));
  screen.getByRole('button', { name: 'Giỏ hàng' }).focus();
  act(() => screen.getByRole('button', { name: 'Đóng thông báo' }).focus());
  fireEvent.click(screen.getByRole('button', { name: 'Đóng thông báo' }));
  expect(screen.getByRole('button', { name: 'Giỏ hàng' })).toHaveFocus();
});

test('a repeated toast replaces the first, and a fourth removes the oldest', () => {
  render(<Toaster />);
  act(() => ['một', 'hai', 'hai', 'ba', 'bốn'].forEach((text) => toast(text)));
  expect(screen.getAllByText(/^(một|hai|ba|bốn)$/).map(({ textContent }) => textContent)).toEqual(['hai', 'ba', 'bốn']);
  act(() => void jest.runAllTimers());
});

test('toasts stand in the topmost open dialog, which covers the page, and in the page once none is open', () => {
  const dialogs = (titles: string[]) => (
    <>
      {titles.map((title) => (
        <Modal key={title} title={title} onClose={() => undefined}>
          …
        </Modal>
      ))}
      <Toaster />
    </>
  );
  const { rerender } = render(dialogs(['Sửa', 'Xóa?']));
  act(() => void toast('Không lưu được'));
  const text = screen.getByText('Không lưu được');
  expect(screen.getByRole('dialog', { name: 'Xóa?' })).toContainElement(text);
  rerender(dialogs(['Sửa']));
  expect(screen.getByRole('dialog', { name: 'Sửa' })).toContainElement(text);
  rerender(dialogs([]));
  expect(text).toBeVisible();
  act(() => void jest.runAllTimers());
  expect(screen.queryByText('Không lưu được')).not.toBeInTheDocument();
});
