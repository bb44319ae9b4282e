/** A day as `2026-01-31`, computed in UTC, where every day has 24 hours. */
export type Day = string;

export interface Lesson {
  course: string;
  code: string;
  room: string;
  teacher: string;
  /** 0 is Monday. */
  weekday: number;
  /** First and last period, inclusive. */
  from: number;
  to: number;
  /** Only in odd or even weeks; absent for every week. */
  weeks?: 'odd' | 'even';
}

/** Start and end of each period; the first is period 1. */
export const PERIODS = [
  ['07:00', '07:50'],
  ['07:50', '08:40'],
  ['08:50', '09:40'],
  ['09:50', '10:40'],
  ['10:40', '11:30'],
  ['12:30', '13:20'],
  ['13:20', '14:10'],
  ['14:20', '15:10'],
  ['15:20', '16:10'],
  ['16:10', '17:00'],
] as const;

export const WEEKDAYS = ['Thứ hai', 'Thứ ba', 'Thứ tư', 'Thứ năm', 'Thứ sáu', 'Thứ bảy', 'Chủ nhật'] as const;

const course = (code: string, name: string, teacher: string) => ({ code, course: name, teacher });
const MATH = course('MAT102', 'Giải tích 2', 'TS. Lê Hoàng Nam');
const WEB = course('INT211', 'Lập trình web', 'ThS. Trần Thu Hà');
const DATA = course('INT203', 'Cơ sở dữ liệu', 'TS. Phạm Quốc Việt');
const ENGLISH = course('ENG104', 'Tiếng Anh 4', 'ThS. Đỗ Mai Chi');
const HISTORY = course('HIS100', 'Lịch sử Việt Nam', 'TS. Vũ Ngọc Bích');
const NETWORK = course('INT220', 'Mạng máy tính', 'TS. Bùi Đức Thắng');
const SPORT = course('PES103', 'Giáo dục thể chất', 'Thầy Ngô Văn Dũng');

/** The demo's lessons, the same in every semester. */
const LESSONS: readonly Lesson[] = [
  { ...MATH, room: 'A2-301', weekday: 0, from: 1, to: 3 },
  { ...WEB, room: 'Lab 402', weekday: 0, from: 6, to: 8 },
  { ...DATA, room: 'B1-205', weekday: 1, from: 2, to: 4 },
  { ...ENGLISH, room: 'C3-110', weekday: 1, from: 7, to: 9 },
  { ...HISTORY, room: 'Hội trường 1', weekday: 2, from: 1, to: 2 },
  { ...NETWORK, room: 'B1-307', weekday: 2, from: 3, to: 5 },
  { ...DATA, room: 'Lab 405', weekday: 2, from: 6, to: 8, weeks: 'even' },
  { ...MATH, room: 'A2-301', weekday: 3, from: 1, to: 2 },
  { ...SPORT, room: 'Sân B', weekday: 3, from: 9, to: 10 },
  { ...WEB, room: 'A1-104', weekday: 4, from: 2, to: 3 },
  { ...NETWORK, room: 'Lab 401', weekday: 4, from: 6, to: 8, weeks: 'odd' },
  { ...ENGLISH, room: 'C3-110', weekday: 5, from: 1, to: 3, weeks: 'odd' },
];

/** Semesters: name, and the month (from 0) on whose first Monday it begins. */
const SEMESTERS = [
  ['Học kỳ 2', 0],
  ['Học kỳ hè', 5],
  ['Học kỳ 1', 8],
] as const;

const DAY_MS = 86_400_000;
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** Today in the device's time zone. */
export function today(): Day {
  const now = new Date();
  return dayOf(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

export const addDays = (day: Day, days: number): Day => dayOf(Date.parse(day) + days * DAY_MS);

/** The Monday of a day's week. */
export const mondayOf = (day: Day): Day => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** The Monday of a `?week=`, or of `otherwise` when it is not a valid day. */
export function readWeek(wanted: string | null, otherwise: Day): Day {
  const isDay = wanted !== null && /^\d{4}-\d{2}-\d{2}$/.test(wanted) && !Number.isNaN(Date.parse(wanted));
  return mondayOf(isDay ? wanted : otherwise);
}

/** The semester of a week, and the week's number in it, from 1. */
export function semesterOf(monday: Day): { name: string; year: string; week: number } {
  const year = Number(monday.slice(0, 4));
  const starts = [year - 1, year].flatMap((each) =>
    SEMESTERS.map(([name, month]) => ({ name, each, month, start: firstMonday(each, month) })),
  );
  // The last two semesters begin before any day of the year.
  const { name, each, month, start } = starts.filter((semester) => semester.start <= monday).at(-1)!;
  const first = month === 8 ? each : each - 1;
  const week = Math.round((Date.parse(monday) - Date.parse(start)) / (7 * DAY_MS)) + 1;
  return { name, year: `${first}-${first + 1}`, week };
}

const firstMonday = (year: number, month: number): Day => mondayOf(dayOf(Date.UTC(year, month, 7)));

/** The lessons of a week, sorted by day and hour. */
export function lessonsOf(monday: Day): Lesson[] {
  const parity = semesterOf(monday).week % 2 === 1 ? 'odd' : 'even';
  return LESSONS.filter(({ weeks }) => weeks === undefined || weeks === parity);
}
