import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PasswordField } from '~/features/account/password/password-field';

test('the button says what it does, to the eye and to a screen reader', async () => {
  render(<PasswordField label="Mật khẩu" name="password" autoComplete="current-password" />);
  const input = screen.getByLabelText(/^Mật khẩu/, { selector: 'input' });
  const show = screen.getByRole('button', { name: 'Hiện mật khẩu' });
  expect(show).toHaveTextContent('Hiện');
  await userEvent.click(show);
  expect(input).toHaveAttribute('type', 'text');
  for (const [name, value] of [
    ['autocapitalize', 'none'],
    ['autocorrect', 'off'],
    ['spellcheck', 'false'],
  ]) {
    expect(input).toHaveAttribute(name!, value);
  }
  expect(screen.getByRole('button', { name: 'Ẩn mật khẩu' })).toHaveTextContent('Ẩn');
  expect(show).not.toHaveAttribute('aria-pressed');
});
