/** A whole number of Vietnamese đồng. */
export type Vnd = number;
export const MAX_VND: Vnd = Number.MAX_SAFE_INTEGER;

const grouped = new Intl.NumberFormat('vi-VN', { maximumFractionDigits: 0 });

/** Formats `1250000` as `1.250.000`. */
export const formatNumber = (amount: number): string => grouped.format(Math.round(amount));
/** Formats `1250000` as `1.250.000 VND`. */
export const formatVnd = (amount: Vnd): string => `${formatNumber(amount)} VND`;
