import { NavigationType, useLocation, useNavigationType } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

/**
 * Moves the focus with the page, as a browser does for documents: to the heading of a new page, whose title it announces,
 * and to the heading of the results on another page of a list, or when the focus went with what had it, such as the chip of a
 * filter. Back returns to the link that led away. The first load, anchors and other parameters leave the focus where it is, and a
 * field keeps it: it is the page's choice, or somebody types in it.
 * Nothing scrolls: `<ScrollRestoration>` does that.
 */
export function PageFocus() {
  const { pathname, search, key } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const [title, setTitle] = useState('');
  const before = useRef<{ pathname: string; search: string; key: string }>();
  const followed = useRef<string | null>(null);
  /** The links that led away, by the key of the location that they were on. */
  const ways = useRef(new Map<string, string>());
  /** What had the focus last. */
  const focused = useRef<Element | null>(null);

  useEffect(() => onLink((href) => (followed.current = href)), []);
  useEffect(() => onFocus((element) => (focused.current = element)), []);

  useEffect(() => {
    const last = before.current;
    before.current = { pathname, search, key };
    if (!last || last.key === key) return;
    const isInField = document.activeElement?.matches('input, select, textarea');
    if (last.pathname === pathname) {
      if (!isInField && pageParam(last.search) !== pageParam(search)) focusHeading('[data-results]');
      else if (focused.current?.isConnected === false && document.activeElement === document.body) focusResults();
      return;
    }
    if (followed.current !== null) ways.current.set(last.key, followed.current);
    followed.current = null;
    setTitle(document.title);
    if (isInField) return;
    if (!isPop || !focusLink(ways.current.get(key))) focusHeading();
  }, [pathname, search, key, isPop]);

  return (
    <p role="status" aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

/** Reports each click: the address of a followed link, else null. (Safari focuses no link that is clicked.) */
function onLink(report: (href: string | null) => void): () => void {
  const note = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('main a[href]') : null;
    report(link?.getAttribute('href') ?? null);
  };
  document.addEventListener('click', note, true);
  return () => document.removeEventListener('click', note, true);
}

/** Reports each element that takes the focus. One that is removed loses it without a word. */
function onFocus(report: (element: Element | null) => void): () => void {
  const note = ({ target }: Event) => report(target instanceof Element ? target : null);
  document.addEventListener('focusin', note);
  return () => document.removeEventListener('focusin', note);
}

const pageParam = (search: string) => new URLSearchParams(search).get('page') ?? '1';

/** @returns whether the page has that link */
function focusLink(href: string | undefined): boolean {
  if (href === undefined) return false;
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`);
  link?.focus({ preventScroll: true });
  return link !== null;
}

/** Focuses the heading of a list's results; nothing on another page. */
const focusResults = () => focusFirst('[data-results]');

/** Focuses the first of these that the page has: the given heading, its title, its content. */
const focusHeading = (selector = 'h1') => focusFirst(selector, 'h1', 'main');

function focusFirst(...selectors: string[]) {
  const heading = selectors.map((each) => document.querySelector<HTMLElement>(each)).find(Boolean);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
