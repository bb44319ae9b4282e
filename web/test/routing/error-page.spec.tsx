import { useRouteError } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { ErrorPage } from '~/routing/error-page';

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
afterEach(() => jest.restoreAllMocks());

test('what nobody foresaw says so, keeps its reason to itself and offers a retry', async () => {
  expect(await show(new Error('relation "products" does not exist'))).toHaveTextContent(
    'Unexpected Application Error!',
  );
  expect(screen.getByRole('button', { name: 'Tải lại trang' })).toBeVisible();
  expect(document.body).not.toHaveTextContent('relation');
});

test('what is not there says what was not found, and where to go on', async () => {
  expect(await show(new Response('Không tìm thấy sản phẩm.', { status: 404 }))).toHaveTextContent(
    'Không tìm thấy trang',
  );
  expect(screen.getByText('Không tìm thấy sản phẩm.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Xem tất cả sản phẩm' })).toHaveAttribute('href', '/search');
});

test('another status is no 404', async () => {
  expect(await show(new Response('x', { status: 500 }))).toHaveTextContent('Unexpected Application Error!');
});
