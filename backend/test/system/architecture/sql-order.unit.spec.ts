import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { MODULES } from '../../../../.dependency-cruiser.mjs';
import { TABLE_OWNERS } from '../../../src/commands/schema/table-owners.js';
import { LATER_TABLES } from './later-tables.js';

const SOURCES = path.join(import.meta.dirname, '../../../src');
const OWNER = new Map(Object.entries(TABLE_OWNERS).flatMap(([module, names]) => names.map((name) => [name, module])));
const TABLE = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE|ONLY)\s+(?:ONLY\s+)?([a-z_]+(?:\.[a-z_]+)?)/g;

/** The text of all strings and templates of a file: where SQL stands. */
function stringsOf(file: string): string {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      texts.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.join('\n');
}

/** The tables of later modules that each file names in its SQL. */
function laterTables(): Record<string, string[]> {
  const violations: Record<string, string[]> = {};
  for (const module of MODULES) {
    const files = readdirSync(path.join(SOURCES, module), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.includes('migrations'))) {
      const names = [...stringsOf(path.join(SOURCES, module, file)).matchAll(TABLE)].map(([, name = '']) => name);
      const later = names.filter((name) => MODULES.indexOf(OWNER.get(name) ?? '') > MODULES.indexOf(module));
      if (later.length > 0) violations[`${module}/${file.split(path.sep).join('/')}`] = [...new Set(later)].sort();
    }
  }
  return violations;
}

test('SQL names tables of its own module and of those before it, except for a list that only shrinks', () => {
  // Let the later module register what an earlier one needs, as personal records and mail contents are registered. A place that is
  // gone leaves `later-tables.ts`.
  expect(laterTables()).toEqual(LATER_TABLES);
});

test('the order of the modules contains every module that owns tables', () => {
  expect(Object.keys(TABLE_OWNERS)).toEqual(MODULES.filter((name) => name in TABLE_OWNERS));
});
