import type { IncomingMessage } from 'node:http';
import type { AppLoadContext, RequestHandler } from '@remix-run/node';
import { customerNetwork } from '../../../backend/src/platform/rate-limits/networks';
import type { Trusts } from '../../../backend/src/platform/config/trusted-proxies.js';
import { visitorNetwork } from '../limits/client-address';
import { Lane, type Entrant } from '../limits/lane';
import type { Limits } from '../limits/limits';
import { refusalPage } from '../refuse';

/** Renders a page. @param visitor who asked for it, first of all who get it */
export type Render = (page: Request, context: AppLoadContext, visitor: IncomingMessage) => Promise<Response>;

/**
 * Renders only so many pages at once, whoever asks for them: made-up addresses of pages would otherwise take the thread
 * that the proxy and the cached pages need too. Who finds no room in time gets 503, with the header that says so.
 */
export function inLane(render: RequestHandler, trusts: Trusts, limits: Limits): Render {
  const lane = new Lane({ ...limits.renders, waitMs: limits.waitMs, shareOfOne: limits.shareOfOne });
  return (page, context, visitor) =>
    new Promise((resolve, reject) => {
      let isWaiting = true;
      const entrant: Entrant = {
        customer: customerNetwork(visitorNetwork(visitor, trusts)),
        run() {
          isWaiting = false;
          render(page, context)
            .finally(() => lane.leave(entrant))
            .then(resolve, reject);
        },
        refuse: () => resolve(busyPage()),
      };
      page.signal.addEventListener('abort', () => {
        if (!isWaiting) return; // whoever renders hears of it too
        lane.leave(entrant);
        reject(new Error('The visitor left', { cause: page.signal.reason }));
      });
      lane.enter(entrant);
    });
}

const busyPage = () =>
  new Response(refusalPage(503), {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '5' },
  });
