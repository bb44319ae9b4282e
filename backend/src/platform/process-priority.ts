import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** How far a process steps back where the processor is short, from 0 to 19 as `nice` counts; the backend and PostgreSQL have 0. */
export const NICE = {
  /** Every payment waits for the backend and PostgreSQL; pages that the web server has refused or cached cost it little. */
  web: 4,
  /** Nobody waits for a job as a shopper waits for a page. */
  worker: 10,
};

/**
 * Lowers the priority of this process, unless it was started with a lower one (`nice npm start`), which only root may raise.
 * Call it first: threads begin with the priority of the thread that starts them.
 *
 * Linux with `sched_autogroup` (sched(7)) gives each session the same share of the processor, and `nice` counts only within one. The
 * launcher starts each process in a session of its own, so the session's priority is lowered too, unless it is that of a shell.
 */
export function lowerPriority(nice: number): void {
  if (getPriority() >= nice) return;
  setPriority(nice);
  try {
    if (leadsSession()) writeFileSync('/proc/self/autogroup', String(nice));
  } catch {
    // Another system, a kernel without groups, or a container that may not write there: the priority alone counts.
  }
}

/** Whether this process began its session: the sixth field of proc_pid_stat(5), after a name in brackets. */
function leadsSession(): boolean {
  const [, , , session] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(session) === process.pid;
}
