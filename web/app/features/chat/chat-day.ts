const IN_VIETNAM = { timeZone: 'Asia/Ho_Chi_Minh' } as const;
const clock = new Intl.DateTimeFormat('vi-VN', { ...IN_VIETNAM, hour: '2-digit', minute: '2-digit' });
const calendar = new Intl.DateTimeFormat('vi-VN', { ...IN_VIETNAM, day: '2-digit', month: '2-digit', year: 'numeric' });
const DAY_MS = 86_400_000;

/** The time in Vietnam: `16:30`. */
export const timeOf = (iso: string) => clock.format(new Date(iso));

/** The day in Vietnam: `Hôm nay`, `Hôm qua` or `31/01/2026`. */
export function dayOf(iso: string, now = Date.now()): string {
  const day = calendar.format(new Date(iso));
  if (day === calendar.format(now)) return 'Hôm nay';
  return day === calendar.format(now - DAY_MS) ? 'Hôm qua' : day;
}
