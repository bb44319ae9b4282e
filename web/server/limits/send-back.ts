import type { Server } from 'node:net';

// The child process of `acceptMore`: sends a handle back so many times. Each copy that arrives is a handle of its own.
process.on('message', (count: number, handle: Server) => {
  for (let nth = 0; nth < count; nth++) process.send?.(nth, handle);
});
process.on('disconnect', () => process.exit(0));
