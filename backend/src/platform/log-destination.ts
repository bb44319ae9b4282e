import { pino } from 'pino';

/** Bytes of lines that wait to be written; beyond them lines are lost. */
const MAX_WAITING = 4 * 1024 * 1024;

/**
 * The standard output, for a log whose lines may be lost: the disk of the file behind it may be full. By itself pino would end the process
 * at the first line that is not written, and its flush at the end of a process would try again for ever.
 *
 * @param fd a file descriptor
 */
export function logDestination(fd = 1) {
  const output = pino.destination({ fd, sync: false, maxLength: MAX_WAITING });
  const flush = output.flushSync.bind(output);
  let isFailing = false;
  output.on('error', () => (isFailing = true)).on('write', () => (isFailing = false));
  output.flushSync = () => {
    if (!isFailing) flush();
  };
  return output;
}
