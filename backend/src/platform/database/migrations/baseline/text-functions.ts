/** Lowercase Vietnamese letters with a mark, what they fold to, and their capitals, for PostgreSQL's translate(). */
const MARKED = 'àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ';
const BARE = [...MARKED].map((letter) => (letter === 'đ' ? 'd' : letter.normalize('NFD').charAt(0))).join('');
const CAPITALS = MARKED.toUpperCase();

/** Signs between words. PostgreSQL's parser would take "áo/quần" for a path and "–" for a letter. */
const SIGNS = `!"#$%&''()*+,-./:;<=>?@[\\]^_{|}~–—‘’“”…•·×™®©°\u00a0`;

/**
 * Text and time functions of the whole shop; generated columns need them before any table.
 *
 * They work on PostgreSQL 14 to 18. Case folding names each letter, because before version 17 `lower()` under the C collation
 * leaves Vietnamese letters as they are.
 */
export const TEXT_FUNCTIONS = `
  CREATE FUNCTION lower_vi(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT translate(lower(normalize(words, NFC)), '${CAPITALS}', '${MARKED}') $$;

  -- "Áo Đầm" becomes "ao dam".
  CREATE FUNCTION fold_vi(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT translate(lower(normalize(words, NFC)), '${MARKED}${CAPITALS}', '${BARE}${BARE}') $$;

  CREATE FUNCTION words_vi(written text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT to_tsvector('simple', translate(written, '${SIGNS}', '${' '.repeat(SIGNS.length - 1)}')) $$;

  -- The day in the shop's time zone.
  CREATE FUNCTION shop_date(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT (moment AT TIME ZONE 'Asia/Ho_Chi_Minh')::date $$;
`;
