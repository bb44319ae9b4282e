import { visitor } from '../support/client.js';

/** The metrics of the shop under test, as text. */
export const scrape = async () => (await visitor().get('/metrics')).text;

/** The value of one series; 0 while nobody has counted. */
export async function valueOf(series: string): Promise<number> {
  const line = (await scrape()).split('\n').find((each) => each.startsWith(`${series} `));
  return line ? Number(line.slice(series.length + 1)) : 0;
}
