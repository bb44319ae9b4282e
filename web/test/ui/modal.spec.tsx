import { fireEvent, render, screen } from '@testing-library/react';
import { Modal } from '~/ui/modal';

const onClose = jest.fn();

beforeEach(() => {
  onClose.mockClear();
  render(
    <Modal title="Tìm" onClose={onClose}>
      <textarea aria-label="Mô tả" />
    </Modal>,
  );
});

test('a press on what lies around it closes it', () => {
  const dialog = screen.getByRole('dialog', { name: 'Tìm' });
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('text that is selected with the mouse beyond its edge does not', () => {
  fireEvent.pointerDown(screen.getByRole('textbox'));
  // The browser tells of the click what holds both places.
  fireEvent.click(screen.getByRole('dialog'));
  expect(onClose).not.toHaveBeenCalled();
});
