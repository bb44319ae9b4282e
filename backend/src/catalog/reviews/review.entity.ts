import { Column, CreateDateColumn, Entity, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { Fit } from '../../contract/rules.js';
import { User } from '../../auth/users/user.entity.js';
import { Product } from '../products/product.entity.js';

/** A review: a shopper writes at most one for each product. */
@Entity('reviews')
export class Review {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('integer')
  productId: number;

  @ManyToOne(() => Product)
  product: Relation<Product>;

  @Column('integer')
  userId: number;

  @ManyToOne(() => User)
  user: Relation<User>;

  /** 1 to 5. */
  @Column('integer')
  rating: number;

  @Column('text')
  comment: string;

  /** How it fits the author; null when they did not say. */
  @Column('text', { nullable: true })
  fit: Fit | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
