import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MoreDisclosure } from '~/components/overlay/disclosure';

const option = (name: string, isOff = false) => (
  <label key={name}>
    <input type="checkbox" disabled={isOff} />
    {name}
  </label>
);
const open = (more: JSX.Element[], isOpen = false) =>
  render(
    <MoreDisclosure at={1} isOpen={isOpen} className="grid">
      {[option('Đỏ'), ...more]}
    </MoreDisclosure>,
  );

test('opening the rest of a list focuses the first of it that can be chosen', async () => {
  open([option('Đen', true), option('Trắng')]);
  await userEvent.click(screen.getByText('Xem thêm 2'));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Trắng' })).toHaveFocus());
});

test('without one it focuses the rest itself', async () => {
  open([option('Đen', true)]);
  await userEvent.click(screen.getByText('Xem thêm 1'));
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Đen$/));
});

test('a list that is open from the start takes no focus', async () => {
  open([option('Trắng')], true);
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Trắng' })).toBeVisible());
  expect(document.body).toHaveFocus();
});
