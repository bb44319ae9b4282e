import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The owner's changes of one part of the settings: `shop`, `pricing`, `delivery`, `orders`, `payments`, `bank_webhook`, `search`, `carts` or `security`. */
@Entity('settings')
export class Setting {
  @PrimaryColumn('text')
  key: string;

  /** The fields that differ from the defaults. */
  @Column('jsonb')
  value: object;
}
