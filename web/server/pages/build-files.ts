import { readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { preferredEncoding } from '../../../backend/src/platform/http/content-encoding';

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * The files of a build for the browser: hashed ones for a year, the others for an hour. Hashed files of other builds are
 * served too, for as long as those are kept: a page that was opened before a deploy still loads its parts, and one that
 * a newer web server sent loads them here. What is on the disk now counts, so a file that is gone is a 404.
 *
 * @param client the folder of this build's files
 * @param builds the folder in which all builds lie, each with its `web/client`; need not exist
 */
export function serveFiles(client: string, builds: string): Middleware {
  const servers = new Map<string, Middleware>();
  function filesOf(folder: string): Middleware {
    let serve = servers.get(folder);
    if (!serve) {
      // `dev`: looks at the disk for each request instead of remembering what was there at the start.
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
  /** The folders of all builds as they are now. Requests that come while the disk is read share the answer. */
  const allClients = () => (listing ??= clientsIn(builds).finally(() => (listing = undefined)));

  return (request, response, next) => {
    const url = request.url ?? '';
    if (url.includes('/.')) return next(); // what tools left there
    request.headers['accept-encoding'] = preferredEncoding(request.headers); // sirv reads no weights
    // One that goes between the look and the reading: sirv pipes without listening.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    if (!isHashed(url)) return filesOf(client)(request, response, next);
    filesOf(client)(request, response, () => {
      void allClients().then((others) => {
        if (response.destroyed) return; // A file that is opened for nobody is never closed.
        const folders = others.values();
        const tryNext = () => {
          const { value: folder } = folders.next();
          if (folder) filesOf(folder)(request, response, tryNext);
          else answerGone(response);
        };
        tryNext();
      });
    });
  };
}

const isHashed = (url: string) => url.startsWith('/assets/');

function setHeaders(response: ServerResponse, url: string) {
  response.setHeader('Cache-Control', isHashed(url) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
  response.setHeader('Vary', 'Accept-Encoding');
}

async function clientsIn(builds: string): Promise<string[]> {
  const names = await readdir(builds).catch(() => []);
  return names.map((build) => path.join(builds, build, 'web/client'));
}

/** Briefly: it is a script or a style that asks, and a page would be rendered for nobody. */
function answerGone(response: ServerResponse) {
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end('Không tìm thấy tệp này.');
}
