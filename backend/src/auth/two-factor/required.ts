/** SQL condition: the owner requires a second factor of every administrator. */
export const TWO_FACTOR_REQUIRED_SQL = `coalesce(
  (SELECT (value ->> 'requireTwoFactor')::boolean FROM settings WHERE key = 'security'), false)`;
