import type { IncomingMessage } from 'node:http';
import type { AppLoadContext } from '@remix-run/node';
import { callerNetwork } from '../../../backend/src/platform/rate-limits/networks';
import type { Trusts } from '../../../backend/src/platform/network/trusted-proxies.js';
import { visitorNetwork } from '../http/client-address';
import { Lane, type Entrant } from '../limits/lane';
import type { Limits } from '../limits/limits';
import { priorityOf } from '../limits/priority';
import { refusalPage } from '../http/refuse';
import type { Renderer } from './renderer';

/** Renders a page. @param visitor the request that started the render; others may share it */
export type Render = (page: Request, context: AppLoadContext, visitor: IncomingMessage) => Promise<Response>;

/** Limits concurrent renders, the important pages first. A request without room in time gets 503 and a short page. */
export function withRenderLane(render: Renderer, trusts: Trusts, limits: Limits): Render {
  const lane = new Lane({ ...limits.renders, ...limits.queueWait, callerShare: limits.callerShare });
  return (page, context, visitor) =>
    new Promise((resolve, reject) => {
      let isWaiting = true;
      const entrant: Entrant = {
        caller: callerNetwork(visitorNetwork(visitor, trusts)),
        get priority() {
          return priorityOf(visitor);
        },
        run() {
          isWaiting = false;
          render(page, context)
            .finally(() => lane.leave(entrant))
            .then(resolve, reject);
        },
        refuse: () => resolve(busyPage(context.requestId)),
      };
      page.signal.addEventListener('abort', () => {
        if (!isWaiting) return; // a running render gets the abort itself
        lane.leave(entrant);
        reject(new Error('The visitor left', { cause: page.signal.reason }));
      });
      lane.enter(entrant);
    });
}

const busyPage = (requestId: string | undefined) =>
  new Response(refusalPage(503, requestId), {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '5' },
  });
