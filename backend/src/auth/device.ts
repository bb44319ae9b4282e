import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isIPv6 } from 'node:net';
import { networkOf } from '../common/client-address.js';

const LONGEST_USER_AGENT = 300;

/** Where a login is used, as far as its owner needs it to tell one device from another. */
export interface Device {
  userAgent: string;
  /** See `shortNetwork`. */
  network: string;
}

/** The device that a request comes from. */
export const FromDevice = createParamDecorator((_data: unknown, context: ExecutionContext): Device => {
  const { headers, ip = '' } = context.switchToHttp().getRequest<Request>();
  return { userAgent: (headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT), network: shortNetwork(ip) };
});

/** An address without its last part, which is enough to tell home from abroad: `203.0.113.*`, `2001:db8:1:*`. */
export function shortNetwork(address: string): string {
  const network = networkOf(address);
  if (isIPv6(network.replace('/64', ''))) return `${network.split(':').slice(0, 3).join(':')}:*`;
  return network.replace(/\.\d+$/, '.*');
}

/** The first that a user agent names. Most browsers name Chrome and Safari too, so those stand last. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Zalo/, 'Zalo'],
  [/FBAN|FBAV/, 'Facebook'],
  [/coc_coc_browser/, 'Cốc Cốc'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** What people call a device: `Chrome trên Windows`. */
export function deviceName(userAgent: string): string {
  const named = (list: typeof BROWSERS) => list.find(([sign]) => sign.test(userAgent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser && system) return `${browser} trên ${system}`;
  return browser ?? system ?? 'Thiết bị không rõ';
}
