import { createReadableStreamFromReadable } from '@remix-run/node';
import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { RequestIdContext } from './routing/request-id';
import { NonceContext } from './routing/nonce';
import { TestPaymentsContext } from '~/components/shop/test-payments';
import { PageStream } from '~/routing/page-stream';
import { renderTurn } from './routing/render-turn';

/** Milliseconds that deferred data of a page may take before the page goes out without it. */
export const streamTimeout = 5_000;

/** Renders one page: streamed to a browser, complete for a crawler and for the web server's page cache. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { nonce, testPayments, requestId, logError = console.error }: AppLoadContext,
): Promise<Response> {
  await renderTurn();
  const whenReady = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady';
  return new Promise((resolve, reject) => {
    const body = new PageStream();
    let shellSent = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RequestIdContext.Provider value={status >= 400 ? requestId : undefined}>
          <TestPaymentsContext.Provider value={testPayments}>
            <RemixServer context={remix} url={request.url} abortDelay={streamTimeout} nonce={nonce} />
          </TestPaymentsContext.Provider>
        </RequestIdContext.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        [whenReady]() {
          shellSent = true;
          headers.set('Content-Type', 'text/html; charset=utf-8');
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          status = 500;
          // Before the shell, onShellError says it; after a visitor left, nobody cares.
          if (shellSent && !body.destroyed && !request.signal.aborted) logError(error);
        },
      },
    );
    const deadline = setTimeout(abort, streamTimeout + 1_000);
    body.once('close', () => clearTimeout(deadline));
    request.signal.addEventListener('abort', () => abort());
  });
}

/** Logs what a loader, action or page failed with. What was answered on purpose (a 404, a wrong method) is no failure. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const { logError = console.error } = context;
  if (!isRouteErrorResponse(error) && !request.signal.aborted) logError(error);
};
