import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many characters of a query are kept, as `MAX_SEARCH_QUERY` of the contract. */
const QUERY = `CHECK (query <> '' AND length(query) <= 80)`;

const TABLES = `
  -- What shoppers search for, by day and without persons. Queries are normalised: lower case, NFC, single spaces.
  CREATE TABLE search_query_stats (
    day date NOT NULL,
    query text NOT NULL ${QUERY},
    searches integer NOT NULL DEFAULT 0,
    -- Searches that found nothing.
    empty integer NOT NULL DEFAULT 0,
    clicks integer NOT NULL DEFAULT 0,
    purchases integer NOT NULL DEFAULT 0,
    PRIMARY KEY (day, query)
  );

  -- What they chose of the results.
  CREATE TABLE search_product_stats (
    day date NOT NULL,
    query text NOT NULL ${QUERY},
    product_id integer NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    clicks integer NOT NULL DEFAULT 0,
    purchases integer NOT NULL DEFAULT 0,
    PRIMARY KEY (day, query, product_id)
  );
  CREATE INDEX ON search_product_stats (product_id);

  -- Words that the owner explains to the search.
  CREATE TABLE search_synonyms (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    word text NOT NULL UNIQUE CHECK (word <> '' AND length(word) <= 80),
    -- Read for the word, each by itself.
    meanings text[] NOT NULL CHECK (cardinality(meanings) > 0),
    -- Whether the meanings are read as the word, too.
    is_two_way boolean NOT NULL DEFAULT false,
    updated_at timestamptz NOT NULL DEFAULT now()
  );

  -- Products that the owner puts first or last for a query.
  CREATE TABLE search_pins (
    query text NOT NULL ${QUERY},
    product_id integer NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('pin', 'bury')),
    -- From 0; of those that are pinned, the order in which they stand.
    position integer NOT NULL CHECK (position >= 0),
    PRIMARY KEY (query, product_id)
  );
  CREATE INDEX ON search_pins (product_id);
`;

const CURATED = ['search_synonyms', 'search_pins'];

/** For each row: deleting a product runs a statement on its pins even when it has none. */
const TRIGGERS = `
  CREATE FUNCTION search_curated() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_notify('catalog_changed', 'curated'); RETURN NULL; END
  $$;
  ${CURATED.map(
    (table) => `
  CREATE TRIGGER search_curated AFTER INSERT OR UPDATE OR DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION search_curated();
  CREATE TRIGGER search_cleared AFTER TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION search_curated();`,
  ).join('')}
`;

/**
 * What shoppers search for and choose, and how the owner directs the search. A change of the owner's is announced as
 * `curated`; processes of the release before take that as "everything".
 */
export class SearchCuration1800000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES + TRIGGERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE search_query_stats, search_product_stats, search_synonyms, search_pins;
      DROP FUNCTION search_curated()`);
  }
}
