/** A paragraph. */
export const text = (words: string) => ({ is: 'text', text: words }) as const;

/** A button; plain text shows its address. */
export const link = (label: string, href: string) => ({ is: 'link', label, href }) as const;

const moment = new Intl.DateTimeFormat('vi-VN', {
  timeZone: 'Asia/Ho_Chi_Minh',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Formats a time in Vietnam: `16:30 31/01/2026`. */
export const formatTime = (time: Date): string => moment.format(time);
