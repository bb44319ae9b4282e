/** In SQL: whether the owner has made a second factor the duty of every administrator. */
export const isRequiredSql = `coalesce(
  (SELECT (value ->> 'requireTwoFactor')::boolean FROM settings WHERE key = 'security'), false)`;
