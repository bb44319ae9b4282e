/** @jest-environment node */
import { withSortedImports } from '../../vite/sort-manifest';

test('imports of many routes come first, and the others of each route follow by their names', () => {
  const manifest = {
    url: '/assets/manifest-1.js',
    routes: {
      home: { id: 'home', imports: ['b', 'a', 'all'] },
      search: { id: 'search', imports: ['a', 'c', 'all'] },
      feed: { id: 'feed', imports: ['all'] },
      robots: { id: 'robots', imports: [] },
    },
  };
  expect(withSortedImports(manifest)).toEqual({
    url: '/assets/manifest-1.js',
    routes: {
      home: { id: 'home', imports: ['all', 'a', 'b'] },
      search: { id: 'search', imports: ['all', 'a', 'c'] },
      feed: { id: 'feed', imports: ['all'] },
      robots: { id: 'robots', imports: [] },
    },
  });
});
