import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Outlet, useNavigate, useSearchParams } from '@remix-run/react';
import { useLayoutEffect } from 'react';
import { createRemixStub } from '@remix-run/testing';
import { PageFocus } from '~/routing/page-focus';

function Frame() {
  const navigate = useNavigate();
  return (
    <>
      <input aria-label="Tìm" onChange={({ target }) => navigate(target.value)} />
      <button onClick={() => navigate(-1)}>Quay lại</button>
      <PageFocus />
      <Outlet />
    </>
  );
}

function List() {
  const [params] = useSearchParams();
  return (
    <main>
      <h1>Sản phẩm</h1>
      <h2 data-results>Trang {params.get('page') ?? '1'}</h2>
      <Link to="/products/5">Áo</Link>
      <Link to="?page=2">Trang sau</Link>
      <Link to="?sort=price-asc">Giá</Link>
      {!params.has('all') && <Link to="?all=1">Bỏ lọc</Link>}
      <p key={params.toString()}>
        <input aria-label="Từ khóa" />
      </p>
      <Link to="?keyword=ao">Áo thun</Link>
      <Link to="#cuoi">Cuối trang</Link>
      <Link to="/login">Đăng nhập</Link>
    </main>
  );
}

function Product() {
  useLayoutEffect(() => void (document.title = 'Áo · MAY'), []);
  return (
    <main>
      <h1>Áo</h1>
    </main>
  );
}

const Login = () => (
  <main>
    <h1>Đăng nhập</h1>
    <input aria-label="Tên" autoFocus />
  </main>
);

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {}); // the router's words on its next major version
  document.title = 'Sản phẩm · MAY';
  const Stub = createRemixStub([
    {
      path: '/',
      Component: Frame,
      children: [
        { index: true, Component: List },
        { path: 'products/:id', Component: Product },
        { path: 'login', Component: Login },
      ],
    },
  ]);
  render(<Stub />);
});

const follow = async (name: string) => userEvent.click(await screen.findByRole('link', { name }));
const heading = (name: string) => screen.findByRole('heading', { name });

test('the first page takes no focus and announces nothing', async () => {
  await heading('Sản phẩm');
  expect(document.body).toHaveFocus();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('a new page focuses its heading and announces its title', async () => {
  await follow('Áo');
  await waitFor(async () => expect(await heading('Áo')).toHaveFocus());
  expect(screen.getByRole('status')).toHaveTextContent('Áo · MAY');
});

test('back focuses the link that led away', async () => {
  await follow('Áo');
  await heading('Áo');
  await userEvent.click(screen.getByRole('button', { name: 'Quay lại' }));
  await heading('Sản phẩm');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Áo' })).toHaveFocus());
});

test('another page of a list focuses the heading of the results', async () => {
  await follow('Trang sau');
  await waitFor(async () => expect(await heading('Trang 2')).toHaveFocus());
});

test.each(['Giá', 'Cuối trang'])('following “%s”, a parameter or an anchor, keeps the focus', async (name) => {
  await follow(name);
  expect(screen.getByRole('link', { name })).toHaveFocus();
});

test('what is removed with its focus leaves it to the heading of the results', async () => {
  await follow('Bỏ lọc');
  await waitFor(async () => expect(await heading('Trang 1')).toHaveFocus());
});

test('a press that focuses nothing takes no focus to the results', async () => {
  const link = await screen.findByRole('link', { name: 'Áo thun' });
  focused('Tìm').blur();
  fireEvent.click(link);
  await waitFor(() => expect(link).toBeVisible());
  expect(document.body).toHaveFocus();
});

test('a page that focuses a field itself keeps that focus', async () => {
  await follow('Đăng nhập');
  expect(await screen.findByLabelText('Tên')).toHaveFocus();
});

test.each([
  ['another page', '/products/5', 'Áo'],
  ['the first page of a list', '/?sort=price-asc', 'Trang 1'],
])('a field keeps the focus when %s opens while somebody types in it', async (_, address, name) => {
  await follow('Trang sau');
  await heading('Trang 2');
  fireEvent.change(focused('Tìm'), { target: { value: address } });
  await heading(name);
  expect(screen.getByLabelText('Tìm')).toHaveFocus();
});

function focused(label: string) {
  const field = screen.getByLabelText(label);
  field.focus();
  return field;
}
