import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The last sign of life of any worker: one row. */
@Entity('worker_heartbeat')
export class WorkerHeartbeat {
  @PrimaryColumn('boolean')
  singleton: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  seenAt: Date;
}
