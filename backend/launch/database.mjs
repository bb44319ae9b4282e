// @ts-check

/**
 * The URL of the shop's database: DATABASE_URL, or that of the embedded PostgreSQL, which is started and, when the
 * command ends, stopped.
 *
 * @param {{ dataDir: string, databaseUrl?: string }} settings
 * @param {Pick<import('./launcher.mjs').Run, 'onStop'>} run
 * @returns {Promise<string>}
 */
export async function openDatabase({ dataDir, databaseUrl }, { onStop }) {
  if (databaseUrl) return databaseUrl;
  // Loaded here, because it needs packages that a first start has yet to install.
  const { startEmbeddedPostgres } = await import('./embedded-postgres.mjs');
  const server = await startEmbeddedPostgres({ dataDir });
  onStop(server.stop);
  return server.url;
}
