import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../../..');
const IGNORED = /(^|\/)(node_modules|dist|\.cache|\.data|\.git|coverage)(\/|$)/;

/** The files below a folder with one of these endings, as paths from the project's folder. */
function filesIn(folder: string, ends: RegExp): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: folder !== '', encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((name) => ends.test(name) && !IGNORED.test(name));
}

const DOCUMENTS = [...filesIn('', /\.md$/), ...['docs', 'ai', '.github'].flatMap((folder) => filesIn(folder, /\.md$/))];
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const withoutCode = (text: string) => text.replace(/^( *)```[^]*?^\1```$/gm, '').replace(/`[^`\n]*`/g, 'code');

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of read(file)
    .replace(/^( *)```[^]*?^\1```$/gm, '')
    .matchAll(/^#{1,6} (.+)$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const anchor = text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
    let name = anchor;
    for (let nth = 1; anchors.has(name); nth++) name = `${anchor}-${nth}`;
    anchors.add(name);
  }
  return anchors;
}

/** Whether a path is there and, for a document, has the anchor behind its `#`. */
function isThere(link: string, from: string): boolean {
  const [place = '', anchor] = decodeURI(link).split('#');
  const file = place === '' ? from : path.posix.join(path.posix.dirname(from), place);
  if (!existsSync(path.join(ROOT, file))) return false;
  return anchor === undefined || (file.endsWith('.md') && anchorsOf(file).has(anchor));
}

test('every link between documents leads to a file, and to a heading of it', () => {
  const links = DOCUMENTS.flatMap((file) =>
    [...withoutCode(read(file)).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)]
      .map(([, link = '']) => ({ file, link }))
      .filter(({ link }) => !/^[a-z][a-z+.-]*:/i.test(link)),
  );
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter(({ file, link }) => !isThere(link, file))).toEqual([]);
});

test('every document that a text or a comment names is there', () => {
  const texts = [
    ...DOCUMENTS,
    ...['backend', 'web', 'bench', 'docker', 'demo', 'ai'].flatMap((folder) =>
      filesIn(folder, /\.(tsx?|m?js|ya?ml|tpl|py|sql|json)$/),
    ),
    'docker/.env.example',
  ];
  const named = texts.flatMap((file) =>
    [...read(file).matchAll(/(?<![\w/.-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([link]) => ({ file, link })),
  );
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter(({ link }) => !isThere(link, 'README.md'))).toEqual([]);
});

test('the page of operations to read first is short, and leads to every other', () => {
  const page = read('docs/operations.md');
  expect(page.length).toBeLessThan(9_500);
  const unnamed = filesIn('docs/operations', /\.md$/).filter((file) => !page.includes(file.replace('docs/', '')));
  expect(unnamed).toEqual([]);
});
