/** The chosen variant as text: `Đen · Size M`, or an empty text. */
export function choiceOf({ color, size }: { color: string | null; size: string | null }): string {
  return [color, size && `Size ${size}`].filter(Boolean).join(' · ');
}
