import { isHtml, isCacheable, isCacheablePath } from './requests';

/** The most products, pictures and files of the build that are cached; the oldest go first. */
const MAX_PAGES = 20;
const MAX_PICTURES = 60;
const MAX_ASSETS = 150;
const MAX_PICTURES_OF_A_PAGE = 3;
/** Milliseconds in which a page that was just cached is not fetched again. */
const FRESH_MS = 10 * 60_000;
/** The response header with the time at which a page was cached. */
const CACHED_AT = 'X-Cached-At';
const PREFIX = 'may-';

/** The names of the caches of a build. Pictures do not change with it. */
export const cacheNames = (version: string) => ({
  shell: `${PREFIX}shell-${version}`,
  assets: `${PREFIX}assets-${version}`,
  pages: `${PREFIX}pages-${version}`,
  pictures: `${PREFIX}pictures`,
});

/** What opens without a network: shell, files of the build, pages and pictures. @param fetch of the worker @param now a clock in milliseconds */
export class OfflineCache {
  private readonly names;
  /** Raised by `clear`. Whoever loads a page reads it before, so that what arrives after a sign-out is not cached. */
  generation = 0;

  constructor(
    version: string,
    private readonly caches: CacheStorage,
    private readonly fetch: (url: RequestInfo, init?: RequestInit) => Promise<Response>,
    private readonly now: () => number = Date.now,
  ) {
    this.names = cacheNames(version);
  }

  /** Fetches the shell: the offline page and what it shows. @throws when a part of it cannot be had */
  async cacheShell(files: readonly string[]): Promise<void> {
    const shell = await this.caches.open(this.names.shell);
    await Promise.all(
      files.map(async (file) => {
        const response = await this.fetch(file, file.startsWith('/assets/') ? {} : { cache: 'no-cache' });
        if (!isCacheable(response)) throw new Error(`${file} answered ${response.status}`);
        await shell.put(file, response);
      }),
    );
  }

  /** Deletes what former builds cached. */
  async clean(): Promise<void> {
    const current: string[] = Object.values(this.names);
    const former = (await this.caches.keys()).filter((name) => name.startsWith(PREFIX) && !current.includes(name));
    await Promise.all(former.map((name) => this.caches.delete(name)));
  }

  /** Deletes all traces of what somebody has looked at. */
  async clear(): Promise<void> {
    this.generation += 1;
    await Promise.all([this.caches.delete(this.names.pages), this.caches.delete(this.names.pictures)]);
  }

  /** A hashed file of the build. @throws when it is neither cached nor reachable */
  async asset(request: Request): Promise<Response> {
    const cached = (await this.fromShell(request)) ?? (await (await this.open('assets')).match(request));
    if (cached) return cached;
    const response = await this.fetch(request.url);
    if (isCacheable(response)) void this.put('assets', request.url, response.clone(), MAX_ASSETS).catch(() => {});
    return response;
  }

  async fromShell(file: RequestInfo): Promise<Response | undefined> {
    return (await this.caches.open(this.names.shell)).match(file);
  }

  async page(path: string): Promise<Response | undefined> {
    return (await this.open('pages')).match(path);
  }

  /** A cached picture; without a network, in whatever width it was cached. */
  async picture(request: Request): Promise<Response> {
    const pictures = await this.open('pictures');
    const cached = await pictures.match(request.url);
    if (cached) return cached;
    try {
      // The request itself, which may be redirected to another origin as an image may.
      return await this.fetch(request);
    } catch (error) {
      const folder = request.url.slice(0, request.url.lastIndexOf('/') + 1);
      const other = (await pictures.keys()).find(({ url }) => url.startsWith(folder));
      const match = other && (await pictures.match(other));
      if (match) return match;
      throw error;
    }
  }

  /**
   * Caches a page that was loaded, if it is the same for everyone. It carries when that was.
   * @param generation of before it was loaded
   */
  async cachePage(path: string, response: Response, generation: number): Promise<void> {
    if (!isCacheablePath(path) || !isCacheable(response) || !isHtml(response)) return;
    const time = new Date(this.now()).toISOString();
    const html = (await response.text()).replace('<html ', `<html data-cached-at="${time}" `);
    const headers = new Headers(response.headers);
    for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
    headers.set(CACHED_AT, time);
    if (generation === this.generation) await this.put('pages', path, new Response(html, { headers }), MAX_PAGES);
  }

  /** Caches a page that was opened without a document, and pictures that it shows. Sends nothing that identifies the visitor. */
  async cacheVisited(path: string, pictures: readonly string[]): Promise<void> {
    if (!isCacheablePath(path)) return;
    const { generation } = this;
    const before = (await this.page(path))?.headers.get(CACHED_AT);
    if (!before || this.now() - Date.parse(before) > FRESH_MS) {
      const page = await this.fetch(path, { credentials: 'omit', headers: { Accept: 'text/html' } });
      await this.cachePage(path, page, generation);
    }
    for (const url of pictures.slice(0, MAX_PICTURES_OF_A_PAGE)) {
      if (await (await this.open('pictures')).match(url)) continue;
      const response = await this.fetch(url, { credentials: 'omit' });
      if (generation !== this.generation) return;
      if (isCacheable(response)) await this.put('pictures', url, response, MAX_PICTURES);
    }
  }

  private open(kind: 'assets' | 'pages' | 'pictures'): Promise<Cache> {
    return this.caches.open(this.names[kind]);
  }

  /** Stores a response as the newest of its kind, and drops the oldest ones. */
  private async put(kind: 'assets' | 'pages' | 'pictures', url: string, response: Response, maxEntries: number) {
    const cache = await this.open(kind);
    await cache.delete(url);
    await cache.put(url, response);
    const all = await cache.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - maxEntries)).map((old) => cache.delete(old)));
  }
}
