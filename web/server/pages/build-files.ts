import { readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { preferredEncoding } from '../../../backend/src/platform/http/content-encoding';

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Serves a build's files: hashed ones cached for a year, others for an hour. It also serves hashed files of other
 * builds that are kept, so that pages opened before a deploy, or sent by a newer web server, still load their scripts.
 * It reads the disk for each request, and calls `next` for a file that is deleted.
 *
 * @param client the folder of this build's files
 * @param builds the folder of all builds, each with a `web/client`; may be absent
 */
export function serveFiles(client: string, builds: string): Middleware {
  const servers = new Map<string, Middleware>();
  function serveFolder(folder: string): Middleware {
    let serve = servers.get(folder);
    if (!serve) {
      // `dev`: check the disk for each request instead of the listing at the start.
      serve = sirv(folder, {
        dev: true,
        brotli: true,
        gzip: true,
        etag: true,
        extensions: [],
        setHeaders,
      });
      servers.set(folder, serve);
    }
    return serve;
  }

  let listing: Promise<string[]> | undefined;
  /** The client folders of all current builds. Concurrent requests share one listing. */
  const allClients = () => (listing ??= clientsIn(builds).finally(() => (listing = undefined)));

  return (request, response, next) => {
    const url = request.url ?? '';
    if (pathOf(url).includes('/.')) return next(); // files of build tools
    request.headers['accept-encoding'] = preferredEncoding(request.headers); // sirv ignores q-values
    response.once('pipe', (file) => {
      // A file deleted between stat and read: sirv pipes without an error listener.
      file.once('error', () => response.destroy());
      // Nor does it close the file of a visitor who leaves.
      response.once('close', () => file.destroy());
    });
    if (!isHashed(url)) return serveFolder(client)(request, response, next);
    serveFolder(client)(request, response, () => {
      void allClients().then((others) => {
        if (response.destroyed) return; // Otherwise the file would be opened for a gone client and never closed.
        const folders = others.values();
        const tryNext = () => {
          const { value: folder } = folders.next();
          if (folder) serveFolder(folder)(request, response, tryNext);
          else next();
        };
        tryNext();
      });
    });
  };
}

/** The path as sirv reads it: decoded once, or as it is when it cannot be decoded. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether a path is that of a hashed file, of whatever release. */
export const isHashed = (url: string): boolean => url.startsWith('/assets/');

/** The service worker and its offline page: a browser asks for a newer one each time. */
const OF_WORKER = new Set(['/sw.js', '/offline.html', '/offline.js']);

function setHeaders(response: ServerResponse, url: string) {
  response.setHeader('Cache-Control', cachingOf(url));
  response.setHeader('Vary', 'Accept-Encoding');
}

function cachingOf(url: string): string {
  if (isHashed(url)) return 'public, max-age=31536000, immutable';
  return OF_WORKER.has(url) ? 'no-cache' : 'public, max-age=3600';
}

async function clientsIn(builds: string): Promise<string[]> {
  const names = await readdir(builds).catch(() => []);
  return names.map((build) => path.join(builds, build, 'web/client'));
}
