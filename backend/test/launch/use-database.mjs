// @ts-check
import { startEmbeddedPostgres } from '../../launch/postgres/embedded-postgres.mjs';

// A process that uses the embedded database of a folder until the channel to the test is closed.
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' }).catch((error) => ({
  failed: String(error),
}));
process.send?.({ ...server });
process.once('disconnect', () => void ('stop' in server && server.stop()));
