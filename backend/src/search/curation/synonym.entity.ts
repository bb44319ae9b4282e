import { Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A word and its synonyms, entered by the owner. */
@Entity('search_synonyms')
export class Synonym {
  @PrimaryGeneratedColumn()
  id: number;

  /** Normalised, see `normalizeQuery`; so are its meanings. */
  @Column('text')
  word: string;

  /** Each is searched for instead of the word. */
  @Column('text', { array: true })
  meanings: string[];

  /** Whether the word and its meanings are all synonyms of each other. */
  @Column('boolean')
  isTwoWay: boolean;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
