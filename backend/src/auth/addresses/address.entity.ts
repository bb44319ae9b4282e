import { Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** An address of an account's address book. */
@Entity('addresses')
export class Address {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('integer')
  userId: number;

  @Column('text')
  receiver: string;

  @Column('text')
  phone: string;

  @Column('text')
  address: string;

  @Column('text')
  ward: string;

  @Column('text')
  city: string;

  @Column('text')
  postalCode: string;

  @Column('text')
  country: string;

  @Column('boolean')
  isDefault: boolean;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
