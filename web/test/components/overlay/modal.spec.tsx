import { fireEvent, render, screen } from '@testing-library/react';
import { Modal } from '~/components/overlay/modal';

const onClose = jest.fn();

beforeEach(() => {
  onClose.mockClear();
  render(
    <Modal title="Tìm" onClose={onClose}>
      <textarea aria-label="Mô tả" />
    </Modal>,
  );
});

test('pressing the backdrop closes the dialog', () => {
  const dialog = screen.getByRole('dialog', { name: 'Tìm' });
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("selecting text beyond the dialog's edge does not close it", () => {
  fireEvent.pointerDown(screen.getByRole('textbox'));
  // The browser tells of the click what holds both places.
  fireEvent.click(screen.getByRole('dialog'));
  expect(onClose).not.toHaveBeenCalled();
});

test('a file chooser that is cancelled inside a dialog does not close it', () => {
  fireEvent(screen.getByRole('textbox'), new Event('cancel', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
});

describe('a dialog that guards its input', () => {
  beforeEach(() => {
    document.body.innerHTML = '';
    render(
      <Modal title="Sửa" guardsInput onClose={onClose} footer={<button type="button">Lưu</button>}>
        <textarea aria-label="Tên" />
      </Modal>,
    );
  });
  const dialog = () => screen.getByRole('dialog', { name: 'Sửa' });
  const pressBeside = () => {
    fireEvent.pointerDown(dialog());
    fireEvent.click(dialog());
  };

  test('closes at once while it is unchanged', () => {
    pressBeside();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('closes with the browser, which does not let a page keep it at the second Escape in a row', () => {
    fireEvent.input(screen.getByLabelText('Tên'), { target: { value: 'Áo' } });
    fireEvent(dialog(), new Event('cancel', { cancelable: true }));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent(dialog(), new Event('cancel', { cancelable: false }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test.each<[string, () => void]>([
    ['a press beside it', pressBeside],
    ['Escape', () => fireEvent(dialog(), new Event('cancel', { cancelable: true }))],
    ['its cross', () => fireEvent.click(screen.getByRole('button', { name: 'Đóng' }))],
  ])('asks for confirmation on %s, and stays or closes by the answer', (_name, leave) => {
    fireEvent.input(screen.getByLabelText('Tên'), { target: { value: 'Áo' } });
    leave();
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Tiếp tục nhập' }));
    expect(screen.getByLabelText('Tên')).toHaveValue('Áo');
    expect(screen.getByRole('button', { name: 'Lưu' })).toBeInTheDocument();
    leave();
    fireEvent.click(screen.getByRole('button', { name: 'Đóng, bỏ thay đổi' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

test('a dialog that guards its input also asks after changes that no input event tells of', () => {
  document.body.innerHTML = '';
  render(
    <Modal title="Sửa" guardsInput isDirty onClose={onClose}>
      Bảng kích thước
    </Modal>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Đóng' }));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Đóng, bỏ thay đổi' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

describe('a dialog that is busy', () => {
  const dialog = (isBusy: boolean) => (
    <Modal title="Sửa" guardsInput isBusy={isBusy} onClose={onClose}>
      <textarea aria-label="Tên" />
    </Modal>
  );
  const opened = (): HTMLDialogElement => screen.getByRole('dialog', { name: 'Sửa' });
  let rerender: ReturnType<typeof render>['rerender'];
  beforeEach(() => {
    document.body.innerHTML = '';
    ({ rerender } = render(dialog(true)));
  });

  test('stays open on its cross, Escape and a press beside it, and closes when it is done', () => {
    const leave = () => {
      fireEvent.click(screen.getByRole('button', { name: 'Đóng' }));
      fireEvent(opened(), new Event('cancel', { cancelable: true }));
      fireEvent.pointerDown(opened());
      fireEvent.click(opened());
    };
    leave();
    expect(onClose).not.toHaveBeenCalled();
    rerender(dialog(false));
    leave();
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  test('opens again when the browser closes it at the second Escape in a row', () => {
    const element = opened();
    fireEvent(element, new Event('cancel', { cancelable: false }));
    element.close();
    fireEvent(element, new Event('close'));
    expect(onClose).not.toHaveBeenCalled();
    expect(element.open).toBe(true);
  });

  test('takes back the question whether to drop the input', () => {
    rerender(dialog(false));
    fireEvent.input(screen.getByLabelText('Tên'), { target: { value: 'Áo' } });
    fireEvent.click(screen.getByRole('button', { name: 'Đóng' }));
    expect(screen.getByRole('alert')).toBeVisible();
    rerender(dialog(true));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
