import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('colors')
export class Color {
  @PrimaryGeneratedColumn()
  id: number;

  /** Unique, ignoring case. */
  @Column('text')
  name: string;

  /** `#rrggbb`, lowercase. */
  @Column('text')
  hexCode: string;
}

@Entity('sizes')
export class Size {
  @PrimaryGeneratedColumn()
  id: number;

  /** Unique, ignoring case. */
  @Column('text')
  name: string;

  /** The sort order. */
  @Column('integer', { default: 0 })
  position: number;
}
