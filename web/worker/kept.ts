import { isHtml, isKeepable, isKeptPath } from './requests';

/** The most products, pictures and files of the build that are kept; the oldest go first. */
const MAX_PAGES = 20;
const MAX_PICTURES = 60;
const MAX_ASSETS = 150;
const MAX_PICTURES_OF_A_PAGE = 3;
/** Milliseconds in which a page that was just kept is not fetched again. */
const FRESH_MS = 10 * 60_000;
/** Tells when a page was kept. */
const KEPT_AT = 'X-Kept-At';
const PREFIX = 'may-';

/** The names of the caches of a build. Pictures do not change with it. */
export const cacheNames = (version: string) => ({
  shell: `${PREFIX}shell-${version}`,
  assets: `${PREFIX}assets-${version}`,
  pages: `${PREFIX}pages-${version}`,
  pictures: `${PREFIX}pictures`,
});

/** What the worker keeps. @param fetch of the worker @param now a clock in milliseconds */
export class Kept {
  private readonly names;
  /** Raised by `forget`: what was under way then is not kept any more. */
  private generation = 0;

  constructor(
    version: string,
    private readonly caches: CacheStorage,
    private readonly fetch: (url: string, init?: RequestInit) => Promise<Response>,
    private readonly now: () => number = Date.now,
  ) {
    this.names = cacheNames(version);
  }

  /** Fetches the shell: the offline page and what it shows. @throws when a part of it cannot be had */
  async keepShell(files: readonly string[]): Promise<void> {
    const shell = await this.caches.open(this.names.shell);
    await Promise.all(
      files.map(async (file) => {
        const response = await this.fetch(file, file.startsWith('/assets/') ? {} : { cache: 'no-cache' });
        if (!isKeepable(response)) throw new Error(`${file} answered ${response.status}`);
        await shell.put(file, response);
      }),
    );
  }

  /** Deletes what former builds kept. */
  async clean(): Promise<void> {
    const current: string[] = Object.values(this.names);
    const former = (await this.caches.keys()).filter((name) => name.startsWith(PREFIX) && !current.includes(name));
    await Promise.all(former.map((name) => this.caches.delete(name)));
  }

  /** Deletes all traces of what somebody has looked at. */
  async forget(): Promise<void> {
    this.generation += 1;
    await Promise.all([this.caches.delete(this.names.pages), this.caches.delete(this.names.pictures)]);
  }

  /** A hashed file of the build. @throws when it is neither kept nor to be had */
  async asset(request: Request): Promise<Response> {
    const kept = (await this.fromShell(request)) ?? (await (await this.open('assets')).match(request));
    if (kept) return kept;
    const response = await this.fetch(request.url);
    if (isKeepable(response)) void this.put('assets', request.url, response.clone(), MAX_ASSETS).catch(() => {});
    return response;
  }

  async fromShell(file: RequestInfo): Promise<Response | undefined> {
    return (await this.caches.open(this.names.shell)).match(file);
  }

  async page(path: string): Promise<Response | undefined> {
    return (await this.open('pages')).match(path);
  }

  /** A kept picture; without a network, in whatever width it was kept. */
  async picture(request: Request): Promise<Response> {
    const pictures = await this.open('pictures');
    const kept = await pictures.match(request.url);
    if (kept) return kept;
    try {
      return await this.fetch(request.url);
    } catch (error) {
      const folder = request.url.slice(0, request.url.lastIndexOf('/') + 1);
      const other = (await pictures.keys()).find(({ url }) => url.startsWith(folder));
      const found = other && (await pictures.match(other));
      if (found) return found;
      throw error;
    }
  }

  /** Keeps a page that was just loaded, if it is the same for everyone. It carries when that was. */
  async keepPage(path: string, response: Response): Promise<void> {
    if (!isKeptPath(path) || !isKeepable(response) || !isHtml(response)) return;
    const { generation } = this;
    const time = new Date(this.now()).toISOString();
    const html = (await response.text()).replace('<html ', `<html data-kept-at="${time}" `);
    const headers = new Headers(response.headers);
    for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
    headers.set(KEPT_AT, time);
    if (generation === this.generation) await this.put('pages', path, new Response(html, { headers }), MAX_PAGES);
  }

  /** Keeps a page that was opened without a document, and pictures that it shows. Sends nothing that tells who asks. */
  async keepSeen(path: string, pictures: readonly string[]): Promise<void> {
    if (!isKeptPath(path)) return;
    const before = (await this.page(path))?.headers.get(KEPT_AT);
    if (!before || this.now() - Date.parse(before) > FRESH_MS) {
      await this.keepPage(path, await this.fetch(path, { credentials: 'omit', headers: { Accept: 'text/html' } }));
    }
    const { generation } = this;
    for (const url of pictures.slice(0, MAX_PICTURES_OF_A_PAGE)) {
      if (await (await this.open('pictures')).match(url)) continue;
      const response = await this.fetch(url, { credentials: 'omit' });
      if (generation !== this.generation) return;
      if (isKeepable(response)) await this.put('pictures', url, response, MAX_PICTURES);
    }
  }

  private open(kind: 'assets' | 'pages' | 'pictures'): Promise<Cache> {
    return this.caches.open(this.names[kind]);
  }

  /** Stores a response as the newest of its kind, and drops the oldest ones. */
  private async put(kind: 'assets' | 'pages' | 'pictures', url: string, response: Response, most: number) {
    const cache = await this.open(kind);
    await cache.delete(url);
    await cache.put(url, response);
    const all = await cache.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - most)).map((old) => cache.delete(old)));
  }
}
