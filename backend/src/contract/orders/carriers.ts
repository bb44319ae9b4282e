/*
 * The carriers of parcels, for both sides and without a library.
 */

/** The carriers that an owner chooses from. `other` is any other one, and nobody's parcels are followed there. */
export const CARRIERS = ['ghn', 'ghtk', 'viettel_post', 'vnpost', 'jt', 'spx', 'ninja_van', 'other'] as const;
export type Carrier = (typeof CARRIERS)[number];

export const CARRIER_NAMES: Record<Carrier, string> = {
  ghn: 'GHN',
  ghtk: 'GHTK',
  viettel_post: 'Viettel Post',
  vnpost: 'VNPost',
  jt: 'J&T Express',
  spx: 'SPX Express',
  ninja_van: 'Ninja Van',
  other: 'Đơn vị khác',
};

/**
 * The page on which a carrier's parcels are followed. `{code}` stands for the tracking code; a page without it takes the code in a
 * field of its own only. SPX reads its whole query as the code.
 */
const TRACKING_PAGES: Record<Carrier, string | null> = {
  ghn: 'https://donhang.ghn.vn/?order_code={code}',
  ghtk: 'https://i.ghtk.vn/{code}',
  viettel_post: 'https://viettelpost.com.vn/tra-cuu-hanh-trinh-don/',
  vnpost: 'https://www.vnpost.vn/vi/ca-nhan/chuyen-phat/chuyen-phat-trong-nuoc#!?tab=tra-cuu-hanh-trinh',
  jt: 'https://jtexpress.vn/vi/tracking?type=track&billcode={code}',
  spx: 'https://spx.vn/track?{code}',
  ninja_van: 'https://www.ninjavan.co/vi-vn/tracking?id={code}',
  other: null,
};

/** Dots too: the labels of GHTK have them. */
export const TRACKING_CODE = /^[A-Za-z\d][A-Za-z\d.-]{3,39}$/;
export const MAX_TRACKING_CODE = 40;

/** Returns the page on which a parcel is followed; null for a carrier that has none here. */
export const trackingUrl = (carrier: Carrier, code: string): string | null =>
  TRACKING_PAGES[carrier]?.replace('{code}', encodeURIComponent(code)) ?? null;

/** Whether the page of a parcel shows it at once; otherwise its code must be typed there. */
export const knowsCode = ({ tracking_url, tracking_code }: { tracking_url: string | null; tracking_code: string }) =>
  tracking_url?.endsWith(encodeURIComponent(tracking_code)) ?? false;
