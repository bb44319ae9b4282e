/** The chosen variant as text: `Đen · Size M`, `Đen · Freesize`, or an empty text. */
export function choiceOf({ color, size }: { color: string | null; size: string | null }): string {
  return [color, size && (/^(size|free)/i.test(size) ? size : `Size ${size}`)].filter(Boolean).join(' · ');
}
