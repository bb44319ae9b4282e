import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A picture of the shop, whoever shows it. Its files are in the media store under its hash. */
@Entity('media')
export class Media {
  @PrimaryColumn('text')
  hash: string;

  /** Of the original that is kept. */
  @Column('text')
  mime: string;

  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  @Column('text')
  color: string;

  @Column('text')
  state: 'pending' | 'ready' | 'failed';

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
