import { Column, Entity, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Media } from '../../media/media.entity.js';
import { Review } from './review.entity.js';

/** A photo of a review. */
@Entity('review_photos')
export class ReviewPhoto {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('integer')
  reviewId: number;

  @ManyToOne(() => Review)
  review: Relation<Review>;

  /** 0 to 2, in the order of the upload. */
  @Column('integer')
  position: number;

  @Column('text')
  mediaHash: string;

  @ManyToOne(() => Media)
  media: Relation<Media>;

  /** When an administrator approved it; null while it waits, when only its author and administrators see it. */
  @Column('timestamptz', { nullable: true })
  approvedAt: Date | null;
}
