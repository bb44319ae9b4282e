// Not in `rules.ts`, which the first page of a visit loads.

/** Returns a text as it is compared without tones, marks and case: "Áo Đầm" is "ao dam". */
export const withoutMarks = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd');
