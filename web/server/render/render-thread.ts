import os from 'node:os';
import type { ServerBuild } from '@remix-run/node';
import { serveCalls, startData } from '../../../backend/src/platform/threads/serve-calls';
import { logError, setLogLevel } from '../http/log';
import { toPageAnswer, toRequest, type PageAnswer, type PageCall } from './page-message';
import { createRenderer } from './renderer';
import type { RenderThreadData } from './render-threads';

// A thread that renders pages, so that the web server's event loop stays free to accept connections and to refuse requests.
const { build, backendUrl, logLevel } = startData<RenderThreadData>();
setLogLevel(logLevel);
const renderer = import(build).then((site: ServerBuild) => createRenderer(site, 'production', backendUrl));

// Linux has a priority for each thread: new pages yield to connections, cached pages and payments.
if (process.platform === 'linux') os.setPriority(0, os.constants.priority.PRIORITY_BELOW_NORMAL);

serveCalls(async (call: PageCall | null, signal): Promise<PageAnswer | null> => {
  const render = await renderer;
  if (!call) return null;
  const tags = new Set<string>();
  const { requestId, traceparent } = call.context;
  const log = (error: unknown) => logError(error, requestId, traceparent);
  return toPageAnswer(await render(toRequest(call, signal), { ...call.context, tags, logError: log }), tags);
});
