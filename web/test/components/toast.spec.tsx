import { act, render, screen } from '@testing-library/react';
import { Toaster, toast } from '~/components/feedback/toast';

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
