// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';

/*
 * What Linux says about a process, from outside of it: the measured programs need no code for being measured.
 * See proc(5).
 */

export const isMeasurable = existsSync('/proc/self/stat');
const ticksPerSecond = () => Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const TICK_US = isMeasurable ? 1e6 / ticksPerSecond() : NaN;

/**
 * CPU time that a process has used since it began, all its threads together, in its own code and in the kernel's.
 *
 * @param {number} pid
 * @returns {number} microseconds; the clock has steps of 10 ms
 */
export function cpuTime(pid) {
  const { user, system } = readStat(pid);
  return (user + system) * TICK_US;
}

/**
 * CPU time of a process and of those that it has started, the ended ones too, but not of what those have started.
 *
 * @param {number} pid
 * @returns {number} microseconds
 */
export function familyCpuTime(pid) {
  const { user, system, ended } = readStat(pid);
  return childrenOf(pid).reduce((sum, { cpu }) => sum + cpu, (user + system + ended) * TICK_US);
}

/**
 * @param {number} pid
 * @returns {number} the process that started it
 */
export const parentOf = (pid) => readStat(pid).parent;

/**
 * Memory of a process that is in RAM.
 *
 * @param {number} pid
 * @returns {{ now: number, peak: number }} bytes: VmRSS and VmHWM
 */
export function memory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (/** @type {string} */ name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  return { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
}

/**
 * Memory of a process with its part of what it shares with others: of several, they add up.
 *
 * @param {number} pid
 * @returns {number} bytes: Pss, 0 when it has ended
 */
export function proportionalMemory(pid) {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/**
 * @param {number} parent
 * @returns {{ pid: number, command: string, cpu: number }[]} the processes that a process started and that still run,
 *   with their CPU time in microseconds
 */
export function childrenOf(parent) {
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name)) return [];
      const stat = readStat(Number(name));
      if (stat.parent !== parent) return [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return [{ pid: Number(name), command, cpu: (stat.user + stat.system) * TICK_US }];
    } catch {
      return []; // It ended while we looked.
    }
  });
}

/** @param {number} pid */
function readStat(pid) {
  // The second field is the program's name in brackets and may hold anything, so count from the last bracket.
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { parent: Number(fields[1]), user, system, ended: endedUser + endedSystem };
}
