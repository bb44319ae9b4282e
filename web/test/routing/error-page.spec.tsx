import { useRouteError } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { noteError } from '~/routing/browser-report/watch';
import { ErrorPage } from '~/routing/error-page';

jest.mock('~/routing/browser-report/watch', () => ({ noteError: jest.fn() }));

function show(thrown: unknown) {
  const Stub = createRemixStub([
    {
      path: '/',
      loader: () => {
        throw thrown;
      },
      Component: () => null,
      ErrorBoundary: () => <ErrorPage error={useRouteError()} />,
    },
  ]);
  render(<Stub />);
  return screen.findByRole('heading', { level: 1 });
}

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(console, 'warn').mockImplementation(() => {}); // the router's words on its next major version
});

test('an unexpected error hides its cause and offers a reload', async () => {
  expect(await show(new Error('relation "products" does not exist'))).toHaveTextContent(
    'Unexpected Application Error!',
  );
  expect(screen.getByRole('button', { name: 'Tải lại trang' })).toBeVisible();
  expect(document.body).not.toHaveTextContent('relation');
});

test('a 404 says what was not found and links onward', async () => {
  expect(await show(new Response('Không tìm thấy sản phẩm.', { status: 404 }))).toHaveTextContent(
    'Không tìm thấy trang',
  );
  expect(screen.getByText('Không tìm thấy sản phẩm.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Xem tất cả sản phẩm' })).toHaveAttribute('href', '/search');
});

test('another status shows the general error page', async () => {
  expect(await show(new Response('x', { status: 500 }))).toHaveTextContent('Unexpected Application Error!');
});

test('a crash is noted for the report of the page', async () => {
  const crash = new Error('x is not a function');
  await show(crash);
  expect(jest.mocked(noteError)).toHaveBeenCalledWith(crash);
});
