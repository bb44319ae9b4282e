import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node';
import { RequestSharingSignal } from './request-sharing-signal';
import { collectTags, backendFetch } from './backend-fetch';

/** Renders a page, or answers a request of the router for its data. Adds the cache tags of what it read to the context. */
export type Renderer = (page: Request, context: AppLoadContext) => Promise<Response>;

/**
 * The renderer of a build in this thread. The pages' calls of the backend go through a `fetch` that collects cache tags, and end
 * when the visitor leaves.
 *
 * @param backendUrl without a trailing slash
 */
export function createRenderer(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: 'development' | 'production',
  backendUrl: string,
): Renderer {
  process.env.BACKEND_URL = backendUrl; // read by the pages' API client, see app/api/http/client.ts
  globalThis.Request = RequestSharingSignal; // Remix gives each loader a request of its own
  globalThis.fetch = backendFetch(globalThis.fetch, backendUrl);
  const handle = createRequestHandler(build, mode);
  return (page, context) => collectTags(context, () => handle(page, context));
}
