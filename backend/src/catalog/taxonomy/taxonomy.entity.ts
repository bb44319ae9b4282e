import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The columns that brands and categories share. */
abstract class TaxonomyItem {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  title: string;

  @Column('text', { default: '' })
  description: string;

  @Column('text', { nullable: true })
  imageHash: string | null;
}

@Entity('brands')
export class Brand extends TaxonomyItem {}

@Entity('categories')
export class Category extends TaxonomyItem {}

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
