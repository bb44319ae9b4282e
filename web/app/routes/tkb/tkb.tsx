import type { MetaFunction } from '@remix-run/node';
import { Link, replace, useLoaderData, useNavigate, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { Waiting } from '~/routing/waiting';
import { Button, buttonStyle } from '~/components/form/button';
import { DEMO_STUDENT, studentSession } from './student-session';
import { PERIODS, WEEKDAYS, addDays, lessonsOf, mondayOf, readWeek, semesterOf, today } from './timetable';
import type { Day } from './timetable';
import { type DayOfWeek, DayList, shortDay } from './day-list';

export const meta: MetaFunction = () => [
  { title: 'Thời khóa biểu (minh họa)' },
  { name: 'robots', content: 'noindex' },
];

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  if (!studentSession.get()) throw replace('/tkblogin');
  const now = today();
  return { now, monday: readWeek(new URL(request.url).searchParams.get('week'), now) };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = Waiting;

export default function Timetable() {
  const { now, monday } = useLoaderData<typeof clientLoader>();
  const isSignedIn = studentSession.use() !== null;
  const navigate = useNavigate();
  // Also when another tab signed out.
  useEffect(() => {
    if (!isSignedIn) navigate('/tkblogin', { replace: true });
  }, [isSignedIn, navigate]);

  const semester = semesterOf(monday);
  const lessons = lessonsOf(monday);
  const days = WEEKDAYS.map((name, index) => {
    const day = addDays(monday, index);
    return { name, day, isToday: day === now, lessons: lessons.filter(({ weekday }) => weekday === index) };
  });
  return (
    <main id="main" className="page grid gap-5 py-6">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="mr-auto grid gap-0.5">
          <p className="text-sm font-medium text-accent">Cổng sinh viên · trang minh họa</p>
          <h1 className="text-2xl">Thời khóa biểu</h1>
          <p className="text-muted">
            {DEMO_STUDENT.name} · {DEMO_STUDENT.code}
          </p>
        </div>
        <Button variant="outline" onClick={() => studentSession.set(null)}>
          Đăng xuất
        </Button>
      </header>
      <nav aria-label="Chọn tuần" className="flex flex-wrap items-center gap-2">
        <WeekLink to={addDays(monday, -7)} label="Tuần trước">
          <ChevronLeft aria-hidden="true" className="size-5" />
        </WeekLink>
        <WeekLink to={addDays(monday, 7)} label="Tuần sau">
          <ChevronRight aria-hidden="true" className="size-5" />
        </WeekLink>
        {monday !== mondayOf(now) && (
          <Link to="/tkb" preventScrollReset className={buttonStyle({ variant: 'quiet' })}>
            Tuần này
          </Link>
        )}
        <p role="status" className="tabular ml-1">
          <strong>
            Tuần {semester.week} · {shortDay(monday)} - {shortDay(addDays(monday, 6))}/{addDays(monday, 6).slice(0, 4)}
          </strong>
          <span className="block text-sm text-muted">
            {semester.name}, năm học {semester.year} · {lessons.length} buổi học
          </span>
        </p>
      </nav>
      <WeekGrid days={days} />
      <DayList days={days} />
    </main>
  );
}

function WeekLink({ to, label, children }: { to: Day; label: string; children: React.ReactNode }) {
  return (
    <Link
      to={`?week=${to}`}
      preventScrollReset
      aria-label={label}
      className={`${buttonStyle({ variant: 'outline' })} w-11 px-0!`}
    >
      {children}
    </Link>
  );
}

/** The week as a table of periods by days, for wide screens. */
function WeekGrid({ days }: { days: readonly DayOfWeek[] }) {
  return (
    <table className="hidden w-full table-fixed border-collapse overflow-hidden rounded-lg bg-surface text-sm md:table">
      <caption className="sr-only">Lịch học theo thứ và tiết</caption>
      <thead>
        <tr>
          <th scope="col" className="w-24 border border-line bg-sand p-2 text-left font-medium">
            Tiết
          </th>
          {days.map(({ name, day, isToday }) => (
            <th
              key={day}
              scope="col"
              aria-current={isToday ? 'date' : undefined}
              className="border border-line bg-sand p-2 font-medium aria-[current]:bg-accent aria-[current]:text-on-accent"
            >
              {name}
              <span className="tabular block text-xs font-normal">{shortDay(day)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PERIODS.map(([start, end], index) => (
          <tr key={start} className="h-14">
            <th scope="row" className="tabular border border-line px-2 text-left font-medium">
              Tiết {index + 1}
              <span className="block text-xs font-normal text-muted">
                {start}-{end}
              </span>
            </th>
            {days.map((day) => (
              <Cell key={day.day} day={day} period={index + 1} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A cell of the table. A lesson spans the cells of its periods. */
function Cell({ day, period }: { day: DayOfWeek; period: number }) {
  const lesson = day.lessons.find(({ from, to }) => from <= period && period <= to);
  if (!lesson) return <td className="border border-line" />;
  if (lesson.from < period) return null;
  return (
    <td rowSpan={lesson.to - lesson.from + 1} className="h-px border border-line p-1 align-top">
      <div className="grid h-full content-start gap-0.5 rounded-md border-l-4 border-accent bg-accent-soft p-2">
        <strong className="leading-snug break-words">{lesson.course}</strong>
        <span className="text-xs">
          {lesson.code} · {lesson.room}
        </span>
        <span className="text-xs text-muted">{lesson.teacher}</span>
      </div>
    </td>
  );
}
