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
 * @param {number} parent
 * @returns {{ pid: number, command: string }[]} the processes that a process started and that still run
 */
export function childrenOf(parent) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isChild(Number(name), parent))
    .map((name) => ({
      pid: Number(name),
      command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    }));
}

/**
 * @param {number} pid
 * @param {number} parent
 */
function isChild(pid, parent) {
  try {
    return readStat(pid).parent === parent;
  } catch {
    return false; // It ended while we looked.
  }
}

/** @param {number} pid */
function readStat(pid) {
  // The second field is the program's name in brackets and may hold anything, so count from the last bracket.
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), user: Number(fields[11]), system: Number(fields[12]) };
}
