import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '~/components/feedback/toast';
import { ShareButton } from '~/features/share/share-button';

const shirt = { id: 5, name: 'Áo linen' };
const link = 'http://localhost/products/5?color=12&size=3';

function show() {
  const user = userEvent.setup();
  render(
    <>
      <Toaster />
      <ShareButton product={shirt} choice={{ color: 12, size: 3 }} />
    </>,
  );
  return () => user.click(screen.getByRole('button', { name: 'Chia sẻ' }));
}
/** Gives the browser a dialog for sharing, or none. */
const withDialog = (share: unknown) => Object.defineProperty(navigator, 'share', { value: share, configurable: true });
afterEach(() => withDialog(undefined));

test('shares the link with colour and size by the dialog of the device', async () => {
  const share = jest.fn().mockResolvedValue(undefined);
  withDialog(share);
  await show()();
  expect(share).toHaveBeenCalledWith({ title: 'Áo linen', url: link });
});

test('copies the link where there is no such dialog', async () => {
  const press = show();
  await press();
  expect(await screen.findByText('Đã sao chép liên kết!')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(link);
});

test('says nothing when the dialog is closed, and what to do when neither works', async () => {
  withDialog(jest.fn().mockRejectedValue(new DOMException('', 'AbortError')));
  const press = show();
  await press();
  expect(screen.queryByText(/Không thể chia sẻ/)).toBeNull();
  withDialog(jest.fn().mockRejectedValue(new DOMException('', 'NotAllowedError')));
  await press();
  expect(await screen.findByText(/Không thể chia sẻ/)).toBeVisible();
});
