import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.join(import.meta.dirname, '../../..');

/** The labels of a metric; their values where the code lists them. */
export type Labels = Record<string, string[] | undefined>;

/** Reads from the sources in these folders which metrics they register, by name. */
export function registeredMetrics(folders: string[]): Map<string, Labels> {
  const metrics = new Map<string, Labels>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && /^may_[a-z_]+$/.test(node.text)) metrics.set(node.text, labelsOf(node));
    ts.forEachChild(node, visit);
  };
  for (const folder of folders)
    for (const name of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const text = readFileSync(path.join(ROOT, folder, name), 'utf8');
      if (text.includes('may_')) visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
    }
  return metrics;
}

/**
 * The labels beside a metric's name: the third argument of a call, the third element of a list, or `labelNames` of an object, as
 * `counter()`, `gauges()` and prom-client's classes take them.
 */
function labelsOf(name: ts.StringLiteral): Labels {
  const { parent } = name;
  if (ts.isCallExpression(parent)) return read(parent.arguments[2]);
  if (ts.isArrayLiteralExpression(parent)) return read(parent.elements[2]);
  if (ts.isPropertyAssignment(parent)) return read(propertyOf(parent.parent, 'labelNames'));
  return {};
}

function read(labels: ts.Node | undefined): Labels {
  if (!labels) return {};
  if (ts.isStringLiteral(labels)) return { [labels.text]: undefined };
  if (ts.isObjectLiteralExpression(labels))
    return Object.fromEntries(
      labels.properties.filter(ts.isPropertyAssignment).map((each) => [each.name.getText(), textsOf(each.initializer)]),
    );
  return Object.fromEntries((textsOf(labels) ?? []).map((label) => [label, undefined]));
}

/** The texts of a list; undefined when it is not made of texts alone. */
function textsOf(list: ts.Node): string[] | undefined {
  if (!ts.isArrayLiteralExpression(list)) return undefined;
  const texts = list.elements.filter(ts.isStringLiteral).map(({ text }) => text);
  return texts.length === list.elements.length ? texts : undefined;
}

const propertyOf = (object: ts.ObjectLiteralExpression, name: string): ts.Node | undefined =>
  object.properties.filter(ts.isPropertyAssignment).find((each) => each.name.getText() === name)?.initializer;
