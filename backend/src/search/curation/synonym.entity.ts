import { Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A word that the owner explains to the search. */
@Entity('search_synonyms')
export class Synonym {
  @PrimaryGeneratedColumn()
  id: number;

  /** Normalised, see `normalizeQuery`; so are its meanings. */
  @Column('text')
  word: string;

  /** Each is searched for in place of the word. */
  @Column('text', { array: true })
  meanings: string[];

  /** Whether the word and its meanings are searched for in place of each meaning, too. */
  @Column('boolean')
  isTwoWay: boolean;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
