import { pageKind } from '../../app/routing/browser-report/page-kind';

const BACKEND = /^\/(api|auth|ws|media|sandbox|healthz|readyz|metrics)(?=\/|\?|$)/;
/** The route of the build's files. */
export const FILES = '(file)';
const FILE = /\.(?!data\b)[a-z0-9]+(\?|$)/i;

/** A kind of page, `(file)`, or the first part of a backend path. */
export function routeOf(url: string): string {
  const backend = BACKEND.exec(url)?.[0];
  if (backend) return backend;
  const path = url.split('?', 1)[0]!;
  return FILE.test(path) ? FILES : `(page) ${pageKind(path.replace(/\.data$/, ''))}`;
}
