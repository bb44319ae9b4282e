const TONED = new Set('àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ');

/** Returns words in lower case and composed form (NFC), for comparisons with tones. */
export const lowerVi = (words: string): string => words.normalize('NFC').toLowerCase();

/**
 * Folds words: "Áo Đầm" becomes "ao dam". It is not the contract's `withoutMarks`: the result must be that of the database's fold_vi(),
 * which keeps the marks of other languages, and searches fold each word of the catalogue.
 */
export function foldVi(words: string): string {
  let folded = '';
  for (const letter of lowerVi(words)) {
    if (letter === 'đ') folded += 'd';
    else folded += TONED.has(letter) ? letter.normalize('NFD').charAt(0) : letter;
  }
  return folded;
}

/** Splits a text into words, without punctuation. */
export const wordsOf = (text: string): string[] => text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
