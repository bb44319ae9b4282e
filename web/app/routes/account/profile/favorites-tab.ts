/** Imported when its tab opens: other routes import the list statically, and a chunk of its own needs a module of its own. */
export { FavoritesList } from '~/features/favorites-list/favorites-list';
