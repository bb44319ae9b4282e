import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as tkblogin from '~/routes/tkb/login';
import { DEMO_STUDENT, studentSession } from '~/routes/tkb/student-session';
import { lessonsOf, mondayOf, readWeek, semesterOf } from '~/routes/tkb/timetable';
import * as tkb from '~/routes/tkb/tkb';
import { isAt, openShop, press } from '../../support/shop-pages';

const open = (at: string) => openShop({ tkb, tkblogin }, at);
const signedIn = () => studentSession.set({ code: DEMO_STUDENT.code });

describe('signing in', () => {
  test('shows the demo credentials, fills them in, and leads to the timetable', async () => {
    open('/tkblogin');
    expect(await screen.findByText(DEMO_STUDENT.code)).toBeVisible();
    expect(screen.getByText(DEMO_STUDENT.password)).toBeVisible();
    await press('Điền giúp tôi');
    await press('Đăng nhập');
    expect(await isAt('/tkb')).toBeInTheDocument();
    expect(Object.keys(localStorage)).toEqual(['tkbSession']);
  });

  test.each([
    ['nothing', '', ''],
    ['a wrong password', DEMO_STUDENT.code, 'x'],
    ['a wrong code', 'x', DEMO_STUDENT.password],
  ])('with %s is rejected and keeps the input', async (_, code, password) => {
    open('/tkblogin');
    if (code) await userEvent.type(await screen.findByLabelText('Mã sinh viên'), code);
    if (password) await userEvent.type(screen.getByLabelText('Mật khẩu'), password);
    await press('Đăng nhập');
    expect(await screen.findByRole('alert')).toHaveTextContent('Sai tài khoản hoặc mật khẩu!');
    expect(screen.getByLabelText('Mã sinh viên')).toHaveValue(code);
    expect(studentSession.get()).toBeNull();
  });

  test('is skipped for a signed-in student, but not for a shopper', async () => {
    localStorage.setItem('authTokens', JSON.stringify({ access: 'a', refresh: 'r' }));
    const { unmount } = open('/tkblogin');
    await screen.findByLabelText('Mã sinh viên');
    unmount();
    signedIn();
    open('/tkblogin');
    expect(await isAt('/tkb')).toBeInTheDocument();
  });
});

describe('the timetable', () => {
  test('requires a sign-in and rejects a forged session', async () => {
    const { unmount } = open('/tkb');
    expect(await isAt('/tkblogin')).toBeInTheDocument();
    unmount();
    localStorage.setItem('tkbSession', '{"code":"admin"}');
    open('/tkb');
    expect(await isAt('/tkblogin')).toBeInTheDocument();
  });

  test('shows every lesson on its day and periods', async () => {
    signedIn();
    open('/tkb?week=2026-11-18');
    const grid = within(await screen.findByRole('table'));
    expect(grid.getAllByRole('row')).toHaveLength(11);
    expect(grid.getByRole('columnheader', { name: 'Thứ hai 16/11' })).toBeInTheDocument();
    const [lesson] = grid.getAllByRole('cell', { name: /Giải tích 2/ });
    expect(lesson).toHaveAttribute('rowspan', '3');
    expect(lesson).toHaveTextContent('MAT102 · A2-301TS. Lê Hoàng Nam');
    expect(screen.getByText('Học kỳ 1, năm học 2026-2027 · 11 buổi học')).toBeVisible();
  });

  test('moves between weeks and back to the current one', async () => {
    signedIn();
    open('/tkb?week=2026-11-16');
    expect(await screen.findByText('Tuần 11 · 16/11 - 22/11/2026')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Tuần sau' }));
    expect(await screen.findByText('Tuần 12 · 23/11 - 29/11/2026')).toBeVisible();
    expect(await isAt('/tkb?week=2026-11-23')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Tuần trước' }));
    expect(await screen.findByText('Tuần 11 · 16/11 - 22/11/2026')).toBeVisible();
  });

  test('ends with signing out, here or in another tab', async () => {
    signedIn();
    const { unmount } = open('/tkb');
    await press('Đăng xuất');
    expect(await isAt('/tkblogin')).toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
    unmount();
    signedIn();
    open('/tkb');
    await screen.findByRole('table');
    localStorage.clear();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'tkbSession' })));
    expect(await isAt('/tkblogin')).toBeInTheDocument();
  });
});

describe('weeks', () => {
  test('begin on Monday, across months and years', () => {
    expect(mondayOf('2026-11-16')).toBe('2026-11-16');
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
    expect(mondayOf('2027-01-01')).toBe('2026-12-28');
  });

  test.each([[null], [''], ['x'], ['2026-13-01'], ['2026-1-1']])(
    'given as %p default to the current week',
    (wanted) => {
      expect(readWeek(wanted, '2026-11-22')).toBe('2026-11-16');
    },
  );

  test.each([
    ['2026-09-07', 'Học kỳ 1', '2026-2027', 1],
    ['2026-12-28', 'Học kỳ 1', '2026-2027', 17],
    ['2027-01-04', 'Học kỳ 2', '2026-2027', 1],
    ['2027-06-07', 'Học kỳ hè', '2026-2027', 1],
    ['2027-08-30', 'Học kỳ hè', '2026-2027', 13],
  ])('of %s belong to %s', (monday, name, year, week) => {
    expect(semesterOf(monday)).toEqual({ name, year, week });
  });

  test('alternate between odd and even, and no two lessons overlap', () => {
    const weeks = [lessonsOf('2026-11-16'), lessonsOf('2026-11-23')];
    expect(weeks.map((week) => week.length)).toEqual([11, 10]);
    for (const week of weeks) {
      const hours = week.flatMap(({ weekday, from, to }) =>
        Array.from({ length: to - from + 1 }, (_, hour) => `${weekday} ${from + hour}`),
      );
      expect(new Set(hours).size).toBe(hours.length);
    }
  });
});
