const TONED = new Set('àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ');

/** Lowercase, composed (NFC): the spelling that is compared with tones. */
export const lowerVi = (words: string): string => words.normalize('NFC').toLowerCase();

/** "Áo Đầm" becomes "ao dam", letter by letter as the database's fold_vi() does it. */
export function foldVi(words: string): string {
  let folded = '';
  for (const letter of lowerVi(words)) {
    if (letter === 'đ') folded += 'd';
    else folded += TONED.has(letter) ? letter.normalize('NFD').charAt(0) : letter;
  }
  return folded;
}

/** The words of a text, without the signs between them. */
export const wordsOf = (text: string): string[] => text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
