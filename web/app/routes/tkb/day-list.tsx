import { PERIODS } from './timetable';
import type { Day, Lesson } from './timetable';

/** `2026-01-31` as `31/01`. */
export const shortDay = (day: Day) => `${day.slice(8)}/${day.slice(5, 7)}`;

export interface DayOfWeek {
  name: string;
  day: Day;
  isToday: boolean;
  lessons: readonly Lesson[];
}

/** The week as a list of days, for phones. */
export function DayList({ days }: { days: readonly DayOfWeek[] }) {
  return (
    <ol className="grid gap-4 md:hidden">
      {days.map(({ name, day, isToday, lessons }) => (
        <li key={day} className="grid gap-2">
          <h2 className={`flex items-baseline gap-2 text-base ${isToday ? 'text-accent' : ''}`}>
            {name}
            <span className="tabular text-sm font-normal text-muted">
              {shortDay(day)}
              {isToday && ' · hôm nay'}
            </span>
          </h2>
          {lessons.length === 0 && <p className="text-sm text-muted">Không có lịch học.</p>}
          {lessons.map((lesson) => (
            <div
              key={lesson.from}
              className="grid grid-cols-[4.5rem_1fr] gap-x-3 rounded-md border-l-4 border-accent bg-surface p-3"
            >
              <p className="tabular text-sm">
                <strong>{PERIODS[lesson.from - 1]?.[0]}</strong>
                <span className="block text-muted">{PERIODS[lesson.to - 1]?.[1]}</span>
              </p>
              <p className="grid">
                <strong>{lesson.course}</strong>
                <span className="text-sm">
                  Tiết {lesson.from}-{lesson.to} · {lesson.room}
                </span>
                <span className="text-sm text-muted">
                  {lesson.code} · {lesson.teacher}
                </span>
              </p>
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}
