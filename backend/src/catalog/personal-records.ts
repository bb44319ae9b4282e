import { Favorite } from './favorites/favorite.entity.js';
import { pictureUrlSql } from '../media/media.sql.js';
import { ALERTS_OF_USER, deleteAlertsOfUser } from './stock-alerts/alert-owners.sql.js';
import { deletePhotosOfUser } from './reviews/review-photos.sql.js';
import type { PersonalRecords } from '../auth/personal-data/personal-records.js';

/** Reviews stay when an account is closed, attributed to a closed account; their photos go. */
export const CATALOG_RECORDS: PersonalRecords = {
  data: {
    reviews: {
      columns: `r.id, r.product_id, p.name AS product_name, r.rating, r.comment, r.fit, r.created_at,
        ARRAY(SELECT ${pictureUrlSql('f.media_hash')} FROM review_photos f WHERE f.review_id = r.id ORDER BY f.position) AS photos`,
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
    stock_alerts: {
      columns:
        'a.product_id, p.name AS product_name, a.variant_id, a.email, a.created_at, a.confirmed_at, a.notified_at',
      from: ALERTS_OF_USER,
      keys: [['a.id', 'integer']],
    },
  },
  deletePictures: deletePhotosOfUser,
  async deletePersonalData(tx, userId) {
    await tx.delete(Favorite, { userId });
    await deleteAlertsOfUser(tx, userId);
  },
};
