import { Column, CreateDateColumn, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { Vnd } from '../../contract/rules.js';
import { MoneyColumn } from '../../platform/database/money.column.js';
import { Brand, Category } from '../taxonomy/taxonomy.entity.js';
import { Color, Size } from '../options/option.entity.js';

/**
 * A product as administrators write it. Triggers maintain further columns that lists sort and filter by (lowest price,
 * total stock, rating, search words); only `CatalogReads` reads those.
 */
@Entity('products')
export class Product {
  @PrimaryGeneratedColumn()
  id: number;

  /** The stable key by which imports match it. */
  @Column('text')
  handle: string;

  @Column('text')
  name: string;

  @Column('text', { default: '' })
  description: string;

  /** The price of a product without variants. */
  @MoneyColumn()
  price: Vnd;

  @MoneyColumn({ nullable: true })
  oldPrice: Vnd | null;

  /** The stock of a product without variants; changed by `takeStock` and `returnStock`. */
  @Column('integer', { default: 0 })
  countInStock: number;

  @Column('integer', { nullable: true })
  brandId: number | null;

  @ManyToOne(() => Brand)
  brand: Relation<Brand> | null;

  @Column('integer', { nullable: true })
  categoryId: number | null;

  @ManyToOne(() => Category)
  category: Relation<Category> | null;

  @Column('boolean', { default: false })
  hasVariants: boolean;

  @Column('text', { default: '' })
  material: string;

  @Column('text', { default: '' })
  care: string;

  /** The height of the model in the pictures, in centimetres. */
  @Column('smallint', { nullable: true })
  modelHeight: number | null;

  /** The size that the model wears. */
  @Column('text', { default: '' })
  modelSize: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** Set for a product that the shop no longer sells but orders refer to. */
  @Column('timestamptz', { nullable: true })
  archivedAt: Date | null;

  /** Incremented by a trigger with every change that is not an order's. */
  @Column('integer', { default: 1 })
  version: number;

  @OneToMany(() => ProductImage, (image) => image.product)
  images: Relation<ProductImage[]>;

  @OneToMany(() => Variant, (variant) => variant.product)
  variants: Relation<Variant[]>;

  get isArchived(): boolean {
    return this.archivedAt !== null;
  }
}

/** The source of the colour that a picture shows. */
export type ColorSource = 'owner' | 'engine';

/** One of a product's pictures; the one with the lowest position is its main one. */
@Entity('product_images')
export class ProductImage {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('integer')
  productId: number;

  @ManyToOne(() => Product, (product) => product.images)
  product: Relation<Product>;

  @Column('text')
  mediaHash: string;

  @Column('integer')
  position: number;

  /** The colour that it shows; null for none, and while that is unknown. */
  @Column('integer', { nullable: true })
  colorId: number | null;

  @ManyToOne(() => Color)
  color: Relation<Color> | null;

  /** The source of the colour: an owner, whose choice stands, or the picture engine, which guesses; null while there is none. */
  @Column('text', { nullable: true })
  colorSource: ColorSource | null;
}

/** A product in one colour and one size, with its own price and stock. */
@Entity('variants')
export class Variant {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('integer')
  productId: number;

  @ManyToOne(() => Product, (product) => product.variants)
  product: Relation<Product>;

  @Column('integer')
  colorId: number;

  @ManyToOne(() => Color)
  color: Relation<Color>;

  @Column('integer')
  sizeId: number;

  @ManyToOne(() => Size)
  size: Relation<Size>;

  @Column('text', { default: '' })
  sku: string;

  @MoneyColumn()
  price: Vnd;

  @Column('integer')
  stockQuantity: number;
}
