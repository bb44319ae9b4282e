const moment = new Intl.DateTimeFormat('vi-VN', {
  timeZone: 'Asia/Ho_Chi_Minh',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Formats an ISO time in Vietnam's time zone: `31/01/2026 16:30`. */
export function formatTime(iso: string): string {
  const part = Object.fromEntries(moment.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  return `${part.day}/${part.month}/${part.year} ${part.hour}:${part.minute}`;
}

/** Formats a day, `2001-02-03`, as `03/02/2001`. */
export const formatDay = (day: string): string => day.split('-').reverse().join('/');

/** Formats a duration: `24 giờ`, `1 giờ 30 phút`. Uses days only for whole days from two on. */
export function formatMinutes(minutes: number): string {
  if (minutes % 1_440 === 0 && minutes > 1_440) return `${minutes / 1_440} ngày`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} giờ`, rest > 0 && `${rest} phút`].filter(Boolean).join(' ');
}
