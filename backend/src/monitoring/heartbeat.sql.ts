import type { DataSource } from 'typeorm';

/** Stores the time of a heartbeat. By hand: an upsert by the database's clock. */
export async function storeHeartbeat(db: DataSource): Promise<void> {
  await db.query(`INSERT INTO worker_heartbeat DEFAULT VALUES ON CONFLICT (singleton) DO UPDATE SET seen_at = now()`);
}

/** Returns the seconds since any worker's last heartbeat; null before the first. By hand: by the database's clock. */
export async function readHeartbeatAge(db: DataSource): Promise<number | null> {
  const [row]: { age: number }[] = await db.query(
    'SELECT greatest(0, extract(epoch FROM now() - seen_at))::integer AS age FROM worker_heartbeat',
  );
  return row?.age ?? null;
}
