// @ts-check
import { readFileSync } from 'node:fs';

/** @typedef {{ own: number, pss: number }} Memory bytes: what no file backs; its share of all that it uses (PSS) */

/**
 * Memory of processes that share programs and libraries, from /proc/<pid>/smaps. PSS alone depends on what else runs: Node's own pages
 * are divided among all programs of Node on the machine.
 *
 * @param {number[]} pids
 * @returns {{ each: Memory[], alone: number }} `alone`: what all of them would use if nothing else ran, a page of a file or
 *   of shared memory counted once
 */
export function sharedMemory(pids) {
  /** @type {Map<string, number>} a mapping of a file, and the most that one of them has of it in memory */
  const files = new Map();
  const each = pids.map((pid) => {
    const memory = { own: 0, pss: 0 };
    let file = '';
    let resident = 0;
    for (const line of smapsOf(pid).split('\n')) {
      const [name = '', value] = line.split(/:\s+/);
      const bytes = Number.parseInt(value ?? '', 10) * 1024;
      if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) {
        const [, , offset, , inode, ...path] = line.split(/\s+/);
        file = inode === '0' ? '' : `${path.join(' ')} ${offset}`;
      } else if (name === 'Rss') resident = bytes;
      else if (name === 'Pss') memory.pss += bytes;
      else if (name === 'Anonymous') {
        memory.own += bytes;
        if (file) files.set(file, Math.max(files.get(file) ?? 0, resident - bytes));
      }
    }
    return memory;
  });
  const alone = [...each.map(({ own }) => own), ...files.values()].reduce((sum, bytes) => sum + bytes, 0);
  return { each, alone };
}

/** @param {number} pid */
function smapsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/smaps`, 'utf8');
  } catch {
    return ''; // It ended while we looked.
  }
}
