import type { Server } from 'node:net';

// The child process of `acceptMore`. Returns `count` copies of the listening handle; each arrives as a handle of its own.
process.on('message', (count: number, handle: Server) => {
  for (let nth = 0; nth < count; nth++) process.send?.(nth, handle);
});
process.on('disconnect', () => process.exit(0));
