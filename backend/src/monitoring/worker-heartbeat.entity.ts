import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The last heartbeat of any worker: one row. */
@Entity('worker_heartbeat')
export class WorkerHeartbeat {
  @PrimaryColumn('boolean')
  singleton: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  seenAt: Date;
}
