import { act, render, screen } from '@testing-library/react';
import { Toaster, toast } from '~/components/feedback/toast';
import { Modal } from '~/components/overlay/modal';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a toast is announced and disappears after five seconds', () => {
  render(<Toaster />);
  act(() => void toast('Đã lưu'));
  expect(screen.getByRole('status')).toHaveTextContent('Đã lưu');
  act(() => void jest.advanceTimersByTime(4_999));
  expect(screen.getByText('Đã lưu')).toBeVisible();
  act(() => void jest.advanceTimersByTime(1));
  expect(screen.queryByText('Đã lưu')).not.toBeInTheDocument();
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
