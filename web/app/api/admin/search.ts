import type { Page } from 'contract/common';
import type { QueryPins, QueryPinsRow, SavePins, SaveSynonym, SearchQueryRow, Synonym } from 'contract/search/search';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/account/signed';

/** A page of what shoppers search for, most searched first. */
export const listSearchQueries = (query: Query, signal?: AbortSignal) =>
  signed<Page<SearchQueryRow>>('/api/admin/search/queries/', { query, signal });

export const listSynonyms = (query: Query, signal?: AbortSignal) =>
  signed<Page<Synonym>>('/api/admin/search/synonyms/', { query, signal });

export const createSynonym = (body: SaveSynonym) =>
  signed<Synonym>('/api/admin/search/synonyms/', { method: 'POST', body });

export const updateSynonym = (id: number, body: SaveSynonym) =>
  signed<Synonym>(`/api/admin/search/synonyms/${id}/`, { method: 'PUT', body });

export const deleteSynonym = (id: number) => signed<void>(`/api/admin/search/synonyms/${id}/`, { method: 'DELETE' });

/** A page of the queries that have pinned or buried products. */
export const getPins = (query: Query, signal?: AbortSignal) =>
  signed<Page<QueryPinsRow>>('/api/admin/search/pins/', { query, signal });

/** The pinned and buried products of a query, none for one that has none. */
export const getQueryPins = (query: string, signal?: AbortSignal) =>
  signed<QueryPins>('/api/admin/search/pins/one/', { query: { query }, signal });

/** Replaces the pinned and buried products of a query; with none it has none any more. */
export const updatePins = (body: SavePins) => signed<QueryPins>('/api/admin/search/pins/', { method: 'PUT', body });
