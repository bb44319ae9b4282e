import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A script, style or font of the web build of this release or a former one. */
@Entity('web_assets')
export class WebAsset {
  /** Ends with a hash of the content. */
  @PrimaryColumn('text')
  name: string;

  @Column('bytea')
  body: Buffer;

  /** Whether the body is compressed by brotli. */
  @Column('boolean')
  isBrotli: boolean;

  /** When a process of a release with this file last ran, give or take a day. */
  @CreateDateColumn({ type: 'timestamptz' })
  seenAt: Date;
}
