/** SQL condition: the owner requires a second factor of every administrator. */
export const isRequiredSql = `coalesce(
  (SELECT (value ->> 'requireTwoFactor')::boolean FROM settings WHERE key = 'security'), false)`;
