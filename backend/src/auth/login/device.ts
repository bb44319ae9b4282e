import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isIPv6 } from 'node:net';
import { networkOf } from '../../platform/rate-limits/client-network.js';

const MAX_USER_AGENT = 300;

/** The device of a login, in enough detail for its owner to tell devices apart. */
export interface Device {
  userAgent: string;
  /** See `maskedNetwork`. */
  network: string;
}

/** Parameter decorator: the device of the request. */
export const CurrentDevice = createParamDecorator((_data: unknown, context: ExecutionContext): Device => {
  const { headers, ip = '' } = context.switchToHttp().getRequest<Request>();
  return { userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT), network: maskedNetwork(ip) };
});

/** Masks the last part of an address, enough to tell home from abroad: `203.0.113.*`, `2001:db8:1:*`. */
export function maskedNetwork(address: string): string {
  const network = networkOf(address);
  if (isIPv6(network.replace('/64', ''))) return `${network.split(':').slice(0, 3).join(':')}:*`;
  return network.replace(/\.\d+$/, '.*');
}

/** The first match counts. Most browsers name Chrome and Safari too, so those come last. */
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

/** Returns a readable name of a device: `Chrome trên Windows`. */
export function deviceName(userAgent: string): string {
  const match = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [match(BROWSERS), match(SYSTEMS)];
  if (browser && system) return `${browser} trên ${system}`;
  return browser ?? system ?? 'Thiết bị không rõ';
}
