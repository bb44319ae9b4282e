import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The picture that an import once fetched from a URL, so that it is not fetched again. */
@Entity('media_sources')
export class MediaSource {
  @PrimaryColumn('text')
  url: string;

  @Column('text')
  mediaHash: string;
}
