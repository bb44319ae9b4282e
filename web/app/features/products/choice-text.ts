/** The chosen variant as text: `Đen · Cỡ M`, `Đen · Freesize`, or an empty text. */
export function choiceOf({ color, size }: { color: string | null; size: string | null }): string {
  return [color, size && (/^(size|cỡ|free)/i.test(size) ? size : `Cỡ ${size}`)].filter(Boolean).join(' · ');
}
