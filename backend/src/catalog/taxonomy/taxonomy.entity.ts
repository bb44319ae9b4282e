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
