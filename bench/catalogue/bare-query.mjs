// @ts-check
import { createServer } from 'node:http';
import pg from 'pg';

/*
 * The measure that uncached reads are compared with: node:http that answers each request with one prepared statement, which
 * takes the last number of the path, and nothing else.
 */

/** @typedef {{ databaseUrl: string, text: string }} Statement with the JSON of the answer in the column `json` */

process.once('message', (/** @type {Statement} */ { databaseUrl, text }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const server = createServer((request, response) => {
    const id = Number(/(\d+)\/?$/.exec(request.url ?? '')?.[1]);
    pool.query({ name: 'bare', text, values: [id] }).then(
      ({ rows: [row] }) => {
        const body = Buffer.from(/** @type {{ json: string }} */ (row).json);
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
      },
      (/** @type {Error} */ error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
  });
});
process.on('disconnect', () => process.exit(0));
