const TONED = new Set('àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ');

/** Returns words in lower case and composed form (NFC), for comparisons with tones. */
export const lowerVi = (words: string): string => words.normalize('NFC').toLowerCase();

/** Folds words: "Áo Đầm" becomes "ao dam", with the same result as the database's fold_vi(). */
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
