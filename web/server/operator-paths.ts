import type { IncomingMessage, ServerResponse } from 'node:http';
import { BUILD } from '../../backend/src/platform/metrics/build-info.js';
import { answerText } from './http/answer-text';
import { hasBody } from './http/request-body';
import { answerMetrics } from './metrics';
import type { Settings } from './settings';

const METRICS = /^\/metrics\/?(\?|$)/;
/** The liveness check tests this process alone, so that an unreachable backend does not restart the web servers. */
const LIVENESS = /^\/healthz\/?(\?|$)/;
const LIVENESS_BODY = JSON.stringify({ status: 'ok', ...BUILD });

/** Answers what operators ask this server itself: the liveness check and the metrics. @returns false for any other request */
export function answerOperator(
  request: IncomingMessage,
  response: ServerResponse,
  { metricsToken }: Pick<Settings, 'metricsToken'>,
): boolean {
  const { url = '' } = request;
  if (hasBody(request)) return false;
  if (LIVENESS.test(url)) {
    answerText(request, response, 200, LIVENESS_BODY, 'application/json');
    return true;
  }
  if (!METRICS.test(url)) return false;
  answerMetrics(request, response, metricsToken).catch(() => response.destroy());
  return true;
}
