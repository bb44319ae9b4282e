import { awaitBackends } from './deploys/await-backends.js';
import { runCommand } from './run-command.js';

// Runs before a web server in the Helm chart: waits while backends of an earlier release answer at BACKEND_URL.
await runCommand(() => awaitBackends(process.env.BACKEND_URL ?? 'http://127.0.0.1:3001'));
