const moment = new Intl.DateTimeFormat('vi-VN', {
  timeZone: 'Asia/Ho_Chi_Minh',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** An ISO time of the wire as Vietnam's clocks say it: `31/01/2026 16:30`. */
export function formatTime(iso: string): string {
  const part = Object.fromEntries(moment.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  return `${part.day}/${part.month}/${part.year} ${part.hour}:${part.minute}`;
}

/** A day of the wire, `2001-02-03`, as people write it: `03/02/2001`. */
export const formatDay = (day: string): string => day.split('-').reverse().join('/');
