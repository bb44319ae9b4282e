import { shop } from './client.js';

/**
 * Runs `act` while another transaction holds the locks that a statement takes.
 * @param act receives a function that releases them early
 */
export async function holding<T>(sql: string, act: (release: () => Promise<void>) => Promise<T>): Promise<T> {
  const runner = shop().db.createQueryRunner();
  await runner.startTransaction();
  await runner.query(sql);
  const release = () => (runner.isTransactionActive ? runner.rollbackTransaction() : Promise.resolve());
  try {
    return await act(release);
  } finally {
    await release();
    await runner.release();
  }
}
