import { Favorite } from './favorites/favorite.entity.js';
import type { PersonalRecords } from '../auth/accounts/personal-records.js';

/** Reviews stay when an account is closed, attributed to a closed account. */
export const CATALOG_RECORDS: PersonalRecords = {
  data: {
    reviews: {
      columns: 'r.id, r.product_id, p.name AS product_name, r.rating, r.comment, r.fit, r.created_at',
      from: 'reviews r JOIN products p ON p.id = r.product_id WHERE r.user_id = $1',
      keys: [['r.id', 'integer']],
    },
    favorites: {
      columns: 'f.product_id, p.name AS product_name, f.created_at',
      from: 'favorites f JOIN products p ON p.id = f.product_id WHERE f.user_id = $1',
      keys: [
        ['f.created_at', 'timestamptz'],
        ['f.product_id', 'integer'],
      ],
    },
  },
  forget: (tx, userId) => tx.delete(Favorite, { userId }),
};
