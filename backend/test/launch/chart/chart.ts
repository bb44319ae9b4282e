import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../../../launch/settings.mjs';
import { Templates } from './template.js';

const CHART = path.join(ROOT, 'docker/helm');

/** Values as they are written to a file for `helm install --values`. */
export type Values = { [name: string]: unknown };
/** A rendered object of Kubernetes. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  [field: string]: unknown;
}

const read = (file: string) => readFileSync(path.join(CHART, file), 'utf8');
const yaml = (file: string) => parse(read(file)) as Values;

export const chartSchemaFile = (): string => read('values.schema.json');

/** The schema, compiled once. */
let validate: ValidateFunction | undefined;

/** What the schema says against values, as Helm checks them: over the chart's own. */
export function wrongIn(values: Values): string[] {
  validate ??= new Ajv({ allErrors: true, allowUnionTypes: true }).compile(JSON.parse(chartSchemaFile()) as object);
  const isValid = validate(merged(yaml('values.yaml'), values));
  return isValid
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
}

/**
 * Renders docker/helm as `helm template shop` does.
 * @throws Error with the chart's sentence, or when values do not fit the schema
 */
export function renderChart(values: Values): Manifest[] {
  const wrong = wrongIn(values);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const { templates, files, root } = prepared(values);
  return files
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => parseAllDocuments(templates.render(file, root)))
    .map((document) => {
      if ('errors' in document && document.errors[0]) throw document.errors[0];
      return (document as { toJS(): Manifest | null }).toJS();
    })
    .filter((manifest) => manifest !== null);
}

/** What Helm prints after an installation. */
export function renderNotes(values: Values): string {
  const { templates, root } = prepared(values);
  return templates.render('NOTES.txt', root);
}

function prepared(values: Values) {
  const templates = new Templates();
  const files = readdirSync(path.join(CHART, 'templates')).sort();
  for (const file of files) templates.add(file, read(`templates/${file}`));
  const { name, version, appVersion } = yaml('Chart.yaml');
  const root = {
    Values: merged(yaml('values.yaml'), values),
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Release: { Name: 'shop', Namespace: 'default', Service: 'Helm' },
  };
  return { templates, files, root };
}

/** Maps are merged, everything else is replaced. */
function merged(base: Values, values: Values): Values {
  const isMap = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const all = { ...base };
  for (const [name, value] of Object.entries(values)) {
    const old = base[name];
    all[name] = isMap(old) && isMap(value) ? merged(old, value) : value;
  }
  return all;
}

/** The modules of kubernetes-types by API. */
const TYPES: Record<string, string> = { v1: 'core/v1' };

/**
 * Compiles manifests against the types of Kubernetes' API: a missing, misspelt or wrongly typed field is an error, however deep.
 * @returns the compiler's sentences
 */
export function wrongForKubernetes(manifests: Manifest[]): string[] {
  const source = manifests
    .map(({ ...manifest }, nth) => {
      const module = TYPES[manifest.apiVersion] ?? manifest.apiVersion.replace(/\.k8s\.io\//, '/');
      return `export const object${nth}: import('kubernetes-types/${module}').${manifest.kind} = ${JSON.stringify(manifest, null, 1)};`;
    })
    .join('\n');
  const file = path.join(ROOT, 'backend/manifests.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? source : readFile(name));
  host.getSourceFile = (name, target, ...rest) =>
    name === file ? ts.createSourceFile(name, source, target) : getSourceFile(name, target, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
