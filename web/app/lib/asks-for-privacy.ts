/** Whether the visitor's browser asks that nothing be reported: `DNT` or `Sec-GPC`. */
export const asksForPrivacy = () =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
