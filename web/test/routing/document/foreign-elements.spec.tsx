import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { moveForeignElements } from '~/routing/document/foreign-elements';

const Page = () => (
  <html lang="vi">
    <head>
      <meta charSet="utf-8" />
      <link rel="icon" href="/icons/icon.svg" />
    </head>
    <body>
      <a href="#main">Bỏ qua tới nội dung</a>
      <main id="main">Áo</main>
    </body>
  </html>
);

let root: Root | undefined;
afterEach(() => act(() => root?.unmount()));

/** Has an extension change the server's page. @returns what React had to recover from when it took the page over */
async function hydrateAfter(extend: () => void): Promise<unknown[]> {
  const served = new DOMParser().parseFromString(renderToString(<Page />), 'text/html');
  document.documentElement?.remove();
  document.append(served.documentElement);
  extend();
  moveForeignElements();
  const errors: unknown[] = [];
  await act(async () => {
    root = hydrateRoot(document, <Page />, { onRecoverableError: (error) => errors.push(error) });
  });
  return errors;
}

const element = (html: string) => document.createRange().createContextualFragment(html);

test.each([
  ['a style before everything', () => document.head.prepend(element('<style>html { color: red }</style>'))],
  ['a style after a link', () => document.head.querySelector('link')!.after(element('<style></style>'))],
  [
    'a script of its own',
    () => document.head.prepend(element('<script src="chrome-extension://abc/page.js"></script>')),
  ],
  ['a sheet of its own', () => document.head.prepend(element('<link href="moz-extension://abc/page.css">'))],
  ['an element beside the body', () => document.documentElement.append(element('<extension-box></extension-box>'))],
  ['an element at the end', () => document.body.append(element('<extension-box></extension-box>'))],
])('the server’s page stays where an extension adds %s', async (_what, extend) => {
  expect(await hydrateAfter(extend)).toEqual([]);
  expect(document.querySelector('style, [src], [href$=".css"], extension-box')).not.toBeNull();
});
