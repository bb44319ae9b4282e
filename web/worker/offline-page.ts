import { cacheNames } from './offline-cache';

/** What the build puts in; see web/vite/service-worker.ts. */
declare const BUILD: { version: string };

// The offline page stands for whatever page was asked for, so this opens that one, unless the visitor is leaving for another: a
// reload would take them back.
let isLeaving = false;
window.addEventListener('beforeunload', () => (isLeaving = true));
window.addEventListener('pageshow', () => (isLeaving = false));
window.addEventListener('online', () => {
  if (!isLeaving) window.location.reload();
});
document.addEventListener('DOMContentLoaded', () => void listOfflineCopies());

/** Lists the pages that can be seen without a network, the newest first. */
async function listOfflineCopies() {
  const section = document.getElementById('offline-copies');
  const list = section?.querySelector('ul');
  if (!section || !list) return;
  const pages = await caches.open(cacheNames(BUILD.version).pages);
  for (const request of (await pages.keys()).toReversed()) {
    const { pathname } = new URL(request.url);
    const html = await (await pages.match(request))?.text();
    if (!html || pathname === '/') continue;
    const name = new DOMParser().parseFromString(html, 'text/html').querySelector('h1')?.textContent;
    if (!name) continue;
    const link = Object.assign(document.createElement('a'), { href: pathname, textContent: name });
    link.className = 'inline-flex min-h-11 items-center underline underline-offset-4';
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
    section.hidden = false;
  }
}
