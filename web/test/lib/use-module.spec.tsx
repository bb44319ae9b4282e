import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FailedPart } from '~/components/feedback/failed-part';
import { Toaster } from '~/components/feedback/toast';
import { DialogButton } from '~/components/overlay/dialog-button';
import { reloadPage } from '~/lib/reload-page';
import { useModule } from '~/lib/use-module';

jest.mock('~/lib/reload-page', () => ({ reloadPage: jest.fn() }));
beforeEach(() => jest.mocked(reloadPage).mockClear());

interface Part {
  text: string;
}

/** An import that ends when the test says so, as often as it is asked for. */
function importing() {
  const asked: { arrive: (part: Part) => Promise<void>; fail: () => Promise<void> }[] = [];
  const load = jest.fn(
    () =>
      new Promise<Part>((resolve, reject) => {
        asked.push({
          arrive: (part) => act(async () => resolve(part)),
          fail: () => act(async () => reject(new TypeError('Failed to fetch dynamically imported module'))),
        });
      }),
  );
  return { load, asked };
}

function Shown({ load }: { load: () => Promise<Part> }) {
  const { module, hasFailed, retry } = useModule(load);
  if (module) return <p>{module.text}</p>;
  return hasFailed ? <button onClick={retry}>again</button> : <p role="status">waiting</p>;
}

test('a module is loaded once, when the part that needs it appears', async () => {
  const { load, asked } = importing();
  const { rerender } = render(<Shown load={load} />);
  expect(screen.getByRole('status')).toBeVisible();
  rerender(<Shown load={load} />);
  await asked[0]!.arrive({ text: 'here' });
  expect(screen.getByText('here')).toBeVisible();
  rerender(<Shown load={load} />);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a failed import says so and is tried again on request', async () => {
  // Offline nothing is retried before the shopper asks for it.
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { load, asked } = importing();
  render(<Shown load={load} />);
  await asked[0]!.fail();
  await userEvent.click(screen.getByRole('button', { name: 'again' }));
  expect(screen.getByRole('status')).toBeVisible();
  await asked[1]!.fail();
  await userEvent.click(screen.getByRole('button', { name: 'again' }));
  await asked[2]!.arrive({ text: 'here at last' });
  expect(screen.getByText('here at last')).toBeVisible();
});

describe('with a network, where all attempts of a load fail', () => {
  const allAttempts = () => act(() => jest.advanceTimersByTimeAsync(3_000));
  beforeEach(() => jest.useFakeTimers());

  function Part({ load }: { load: () => Promise<unknown> }) {
    const { hasFailed, isStuck, retry } = useModule(load);
    return hasFailed ? (
      <FailedPart onRetry={retry} isStuck={isStuck}>
        Không tải được.
      </FailedPart>
    ) : null;
  }

  test('a retry is offered first, and after it a reload of the page', async () => {
    const load = jest.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    render(<Part load={load} />);
    await allAttempts();
    fireEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
    await allAttempts();
    expect(reloadPage).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Tải lại trang' }));
    expect(reloadPage).toHaveBeenCalledTimes(1);
    expect(load).toHaveBeenCalledTimes(6);
  });

  test('so it is with a dialog', async () => {
    const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    render(
      <>
        <DialogButton load={load} render={() => null} className="">
          Mở
        </DialogButton>
        <Toaster />
      </>,
    );
    const open = async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Mở' }));
      await allAttempts();
    };
    await open();
    expect(screen.getByText(/^Không thể mở/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Tải lại trang' })).toBeNull();
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Tải lại trang' }));
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });
});

test('another module replaces the first, whichever arrives last', async () => {
  const [first, second] = [importing(), importing()];
  const { rerender } = render(<Shown load={first.load} />);
  rerender(<Shown load={second.load} />);
  await second.asked[0]!.arrive({ text: 'second' });
  await first.asked[0]!.arrive({ text: 'first' });
  expect(screen.getByText('second')).toBeVisible();
});
