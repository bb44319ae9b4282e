import { createReadableStreamFromReadable } from '@remix-run/node';
import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { RequestIdContext } from './routing/document/request-id';
import { NonceContext } from './routing/document/nonce';
import { TestPaymentsContext } from '~/components/shop/test-payments';
import { PageStream } from './routing/document/page-stream';

/** Milliseconds that the parts of a page may take before it goes out without them. */
export const streamTimeout = 5_000;

/** Renders one page to its end: no page defers data, and a page in one piece is cheaper to compress and to pass between threads. */
export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { nonce, testPayments, requestId, logError = console.error }: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const body = new PageStream();
    let isShellReady = false;
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
        onShellReady() {
          isShellReady = true;
        },
        onAllReady() {
          headers.set('Content-Type', 'text/html; charset=utf-8');
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          status = 500;
          // Before the shell, onShellError says it; after a visitor left, nobody cares.
          if (isShellReady && !request.signal.aborted) logError(error);
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
