import { AsyncLocalStorage } from 'node:async_hooks';
import { currentCall } from '../overload/call.js';

const requests = new AsyncLocalStorage<string | undefined>();

/** The id of the request that the running job was added for; undefined outside of jobs, and in those that no request added. */
export const requestOfJob = (): string | undefined => requests.getStore();

/** Runs `act`, and whatever it starts, as part of a job. @param requestId of the request that the job was added for; undefined for none */
export const inJobOf = <T>(requestId: string | undefined, act: () => T): T => requests.run(requestId, act);

/** The id of the request that the current code runs for, in the call itself or in a job that it added. */
export function currentRequestId(): string | undefined {
  const id = requestOfJob() ?? currentCall()?.request.id;
  return typeof id === 'string' ? id : undefined;
}
