import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Avatar } from '~/features/account/avatar/avatar';
import { AvatarPicker } from '~/features/account/avatar/avatar-picker';
import { useUser } from '~/api/account/session';
import { toast } from '~/components/feedback/toast';
import { fakeApi } from '../../../support/api';
import { fakeUploads } from '../../../support/fake-upload';
import { signedIn } from '../../../support/given';

// A toast outlives the test that shows it.
jest.mock('~/components/feedback/toast', () => ({ toast: jest.fn() }));

let uploads: ReturnType<typeof fakeUploads>;

const POST = 'POST /auth/users/avatar/';
const PATCH = 'PATCH /auth/users/me/';
const FAILED = { status: 500 };
const picture = (size = 1_000, type = 'image/png') => {
  const file = new File(['x'], 'lan.png', { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

/** Whether the browser can draw what was chosen. */
let isDrawable: boolean;

beforeEach(() => {
  signedIn({ avatar: '/media/before/320.webp' });
  isDrawable = true;
  uploads = fakeUploads({ [POST]: { body: { avatar: '/media/after/320.webp' } }, [PATCH]: FAILED });
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => undefined;
  HTMLImageElement.prototype.decode = () => (isDrawable ? Promise.resolve() : Promise.reject(new Error()));
  fakeApi({ 'POST /auth/jwt/refresh/': { body: { access: 'access-2', refresh: 'refresh-2' } } });
});
afterEach(() => {
  jest.mocked(toast).mockClear();
});

function Page() {
  const avatar = useUser()?.avatar ?? null;
  return <AvatarPicker avatar={avatar}>{avatar}</AvatarPicker>;
}

const shown = () => document.querySelector('img')!.getAttribute('src');
const choose = (file: File) => {
  // `accept` is a hint that a drag passes by; the rule must hold without it.
  fireEvent.change(screen.getByLabelText('Ảnh đại diện'), { target: { files: [file] } });
};

const isDone = () =>
  waitFor(() => expect(jest.mocked(toast).mock.calls).toEqual([['Cập nhật ảnh đại diện thành công!']]));

test('a chosen picture is previewed, uploaded and saved', async () => {
  render(<Page />);
  expect(shown()).toBe('/media/before/320.webp');
  choose(picture());
  expect(shown()).toBe('blob:chosen');
  await isDone();
  expect(screen.getByText('/media/after/320.webp')).toBeInTheDocument();
  expect(uploads.uploads.map(({ call }) => call)).toEqual([POST]);
  expect(uploads.uploads[0]!.headers.get('Authorization')).toBe('JWT access-1');
  expect(uploads.uploads[0]!.body.get('avatar')).toBeInstanceOf(File);
});

test('a picture that arrives after another user has signed in is not theirs', async () => {
  uploads.hold();
  render(<Page />);
  choose(picture());
  await waitFor(() => expect(uploads.uploads).toHaveLength(1));
  signedIn({ id: 8, username: 'mai', avatar: '/media/mai/320.webp' });
  uploads.finish();
  await isDone();
  expect(JSON.parse(localStorage.getItem('userInfo')!)).toMatchObject({ avatar: '/media/mai/320.webp' });
});

test('the button opens the file picker, by keyboard too', async () => {
  render(<Page />);
  const click = jest.spyOn(screen.getByLabelText<HTMLInputElement>('Ảnh đại diện'), 'click');
  screen.getByRole('button', { name: 'Đổi ảnh đại diện' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(click).toHaveBeenCalledTimes(1);
});

test('the upload shows its progress, and the bar disappears a second after the end', async () => {
  jest.useFakeTimers();
  uploads.hold();
  render(<Page />);
  expect(screen.queryByRole('progressbar')).toBeNull();
  choose(picture());
  const bar = () => screen.queryByRole('progressbar')?.getAttribute('aria-valuenow');
  expect(bar()).toBe('0');
  uploads.progress(250, 1_000);
  expect(bar()).toBe('25');
  uploads.finish();
  await act(() => jest.advanceTimersByTimeAsync(0));
  await act(() => jest.advanceTimersByTimeAsync(900));
  expect(bar()).toBe('100');
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(bar()).toBeUndefined();
});

test.each([
  ['over 5 MB', picture(5_242_881), 'Kích thước file không được vượt quá 5MB'],
  ['of another kind', picture(10, 'application/pdf'), 'Vui lòng chọn file hình ảnh'],
])('a file %s is rejected before upload', (_, file, sentence) => {
  render(<Page />);
  choose(file);
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
  expect(shown()).toBe('/media/before/320.webp');
  expect(uploads.uploads).toEqual([]);
});

test('a file of exactly 5 MB is accepted', async () => {
  render(<Page />);
  choose(picture(5_242_880));
  await waitFor(() => expect(uploads.uploads).toHaveLength(1));
  await isDone();
});

test.each([
  ['user.avatar', { user: { avatar: '/media/after/320.webp' } }],
  ['profile_picture', { profile_picture: '/media/after/320.webp' }],
])('the server may return the new URL as %s', async (_, body) => {
  uploads.answer({ [POST]: { body } });
  render(<Page />);
  choose(picture());
  expect(await screen.findByText('/media/after/320.webp')).toBeInTheDocument();
});

test.each([
  ['breaks down', FAILED],
  ['does not answer', { status: 0 }],
  ['names no address', { status: 200, body: {} }],
])('when the avatar endpoint %s, the picture is uploaded through the profile', async (_, reply) => {
  uploads.answer({ [POST]: reply, [PATCH]: { body: { id: 7, avatar: '/media/after/320.webp' } } });
  render(<Page />);
  choose(picture());
  await isDone();
  expect(uploads.uploads.map(({ call }) => call)).toEqual([POST, PATCH]);
});

test('a failed upload keeps the preview and can be retried', async () => {
  uploads.answer({ [POST]: { status: 0 }, [PATCH]: { status: 0 } });
  render(<Page />);
  choose(picture());
  expect(await screen.findByText(/^Chưa gửi được ảnh/)).toBeVisible();
  expect(shown()).toBe('blob:chosen');
  uploads.answer({ [POST]: { body: { avatar: '/media/after/320.webp' } } });
  expect(toast).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Gửi lại' }));
  await isDone();
  expect(screen.queryByText(/^Chưa gửi được ảnh/)).toBeNull();
});

test('a picture that can be neither uploaded nor displayed is reverted with the reason', async () => {
  isDrawable = false;
  uploads.answer({ [POST]: FAILED });
  render(<Page />);
  choose(picture());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Upload ảnh thất bại: Dịch vụ tạm thời gián đoạn/);
  expect(shown()).toBe('/media/before/320.webp');
});

test('a picture that the server rejects is sent once and reverted with the server’s reason', async () => {
  const detail = 'Ảnh không đọc được';
  uploads.answer({ [POST]: { status: 415, body: { detail, error: detail } } });
  render(<Page />);
  choose(picture());
  expect(await screen.findByRole('alert')).toHaveTextContent('Upload ảnh thất bại: Ảnh không đọc được');
  expect(shown()).toBe('/media/before/320.webp');
  expect(uploads.uploads).toHaveLength(1);
});

test('an expired token is renewed and the upload repeated', async () => {
  const token = ({ headers }: { headers: Headers }) => headers.get('Authorization');
  uploads.answer({
    [POST]: (upload) =>
      token(upload) === 'JWT access-2' ? { body: { avatar: '/media/after/320.webp' } } : { status: 401 },
  });
  render(<Page />);
  choose(picture());
  await isDone();
  expect(uploads.uploads.map(token)).toEqual(['JWT access-1', 'JWT access-2']);
});

test('a missing or broken picture shows the shop’s default', () => {
  const { rerender } = render(<Avatar src={null} />);
  expect(shown()).toBe('/images/sample.png');
  rerender(<Avatar src="/media/gone/320.webp" />);
  fireEvent.error(document.querySelector('img')!);
  expect(document.querySelector('img')!.src).toMatch(/\/images\/sample\.png$/);
});
