/** The digits as they are spoken, folded. "Tư" and "lăm" stand only after another number: "hai tư" is 24. */
export const SPOKEN_DIGITS: Readonly<Record<string, number>> = {
  mot: 1,
  hai: 2,
  ba: 3,
  bon: 4,
  tu: 4,
  nam: 5,
  lam: 5,
  sau: 6,
  bay: 7,
  tam: 8,
  chin: 9,
  muoi: 10,
};

/**
 * How the words of prices are written that are other words with other tones, by their folded form. A unit and "giá" may stand
 * without tones in any text.
 */
export const PRICE_WORD_SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  mot: ['một'],
  hai: ['hai'],
  ba: ['ba'],
  bon: ['bốn'],
  tu: ['tư'],
  nam: ['năm'],
  lam: ['lăm'],
  sau: ['sáu'],
  bay: ['bảy', 'bẩy'],
  tam: ['tám'],
  chin: ['chín'],
  muoi: ['mười', 'mươi'],
  ngan: ['ngàn', 'ngan'],
  cu: ['củ', 'cu'],
  gia: ['giá', 'gia'],
};
