import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A picture of the shop, which several rows may show. Its files are in the media store under its hash. */
@Entity('media')
export class Media {
  @PrimaryColumn('text')
  hash: string;

  /** The media type of the stored original. */
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
