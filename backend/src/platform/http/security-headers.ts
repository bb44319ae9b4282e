import helmet from 'helmet';
import type { ServerResponse } from 'node:http';

// The web server sets Strict-Transport-Security, because it knows whether it is behind TLS.
const secure = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  strictTransportSecurity: false,
});

/** Helmet's headers are the same for every response, so they are collected once: its twelve functions cost more than them. */
const HEADERS = new Map<string, string>();
const collector = {
  setHeader: (name: string, value: string) => HEADERS.set(name, value),
  removeHeader: (name: string) => HEADERS.delete(name),
};
secure({} as never, collector as unknown as ServerResponse, (error?: unknown) => {
  if (error) throw error as Error;
});

/** Sets the headers that every response begins with. Responses to a credential must not be stored; public reads overwrite that. */
export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
}
