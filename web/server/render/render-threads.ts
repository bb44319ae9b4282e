import { WorkerThread } from '../../../backend/src/platform/threads/worker-thread';
import { toPageCall, toResponse, type PageAnswer } from './page-message';
import type { Renderer } from './renderer';

/** The heap of a thread, as large as that of a process of the shop: a page that leaks must not take the machine's memory. */
const MAX_MEGABYTES = 192;

/** What a render thread is started with. */
export interface RenderThreadData {
  /** The URL of Remix's server build. */
  build: string;
  backendUrl: string;
  /** The lowest level that is logged. */
  logLevel: string;
}

/**
 * Starts threads that render pages. React blocks a thread for milliseconds a page; in the web server's own thread, connections, cached
 * pages and payments would wait for it.
 *
 * @param program the URL of `render-thread.ts`, compiled
 * @returns the renderer, and `close`, which waits for the pages under way
 * @throws Error when the build cannot be loaded
 */
export async function startRenderThreads(program: URL, data: RenderThreadData, count: number) {
  const threads = Array.from({ length: count }, () => new WorkerThread(program, data, { maxMegabytes: MAX_MEGABYTES }));
  await Promise.all(threads.map((thread) => thread.call(null)));
  const render: Renderer = async (page, context) => {
    const call = await toPageCall(page, context);
    const thread = threads.reduce((least, each) => (each.pending < least.pending ? each : least));
    const answer = await thread.call<PageAnswer>(call, [], page.signal);
    for (const tag of answer.tags) context.tags.add(tag);
    return toResponse(answer);
  };
  const close = async () => {
    await Promise.all(threads.map((thread) => thread.close()));
  };
  return { render, close };
}
