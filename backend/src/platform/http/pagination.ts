import type { Response } from 'express';
import type { Page, PageQuery } from '../../contract/common.js';
import { MAX_BARE_LIST, PAGE_SIZE } from '../../contract/rules.js';

/**
 * Answers a list: an envelope if the query has `page`, otherwise a bare array of at most 1,000 rows with the header
 * `X-Total-Count`.
 * @param find returns the rows of a slice and the total number
 */
export async function paginated<T>(
  query: PageQuery,
  response: Response,
  find: (slice: { skip: number; take: number }) => Promise<[T[], number]>,
): Promise<T[] | Page<T>> {
  if (query.page === undefined) {
    const [rows, count] = await find({ skip: 0, take: MAX_BARE_LIST });
    response.setHeader('X-Total-Count', count);
    return rows;
  }
  const { page, page_size = PAGE_SIZE } = query;
  const [results, count] = await find({ skip: (page - 1) * page_size, take: page_size });
  return { count, page, page_size, results };
}
