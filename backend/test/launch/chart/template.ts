import { FUNCTIONS, isTrue } from './template-functions.js';
import { parseTemplate, type Node, type Operand, type Pipeline } from './template-parser.js';

/** The variables of a block; it sees those around it. */
class Scope {
  private readonly variables = new Map<string, unknown>();
  constructor(
    readonly dot: unknown,
    private readonly parent?: Scope,
  ) {}

  declare(name: string, value: unknown): void {
    this.variables.set(name, value);
  }
  assign(name: string, value: unknown): void {
    if (this.variables.has(name)) this.variables.set(name, value);
    else if (this.parent) this.parent.assign(name, value);
    else throw new Error(`${name} is not declared.`);
  }
  get(name: string): unknown {
    if (this.variables.has(name)) return this.variables.get(name);
    if (!this.parent) throw new Error(`${name} is not declared.`);
    return this.parent.get(name);
  }
}

/**
 * Renders the part of Go's text/template, with Sprig's and Helm's functions, that the chart in docker/helm uses. What it does not
 * know it refuses, so a template cannot render here to something other than Helm would make of it.
 */
export class Templates {
  private readonly defined = new Map<string, Node[]>();
  private readonly files = new Map<string, Node[]>();

  /** @throws Error for a construct that is unknown here */
  add(file: string, text: string): void {
    const { body, defined } = parseTemplate(text);
    for (const [name, nodes] of defined) this.defined.set(name, nodes);
    this.files.set(file, body);
  }

  /** @throws Error with the chart's own sentence where a template fails on purpose */
  render(file: string, dot: unknown): string {
    return this.renderNodes(this.files.get(file) ?? [], rootScope(dot));
  }

  private renderNodes(nodes: Node[], scope: Scope): string {
    return nodes.map((node) => this.renderNode(node, scope)).join('');
  }

  private renderNode(node: Node, scope: Scope): string {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'output': {
        const value = this.evaluate(node.pipeline, scope);
        return node.pipeline.assignment ? '' : printed(value);
      }
      case 'if': {
        const inner = new Scope(scope.dot, scope);
        return this.renderNodes(isTrue(this.evaluate(node.pipeline, inner)) ? node.body : node.otherwise, inner);
      }
      case 'with': {
        const value = this.evaluate(node.pipeline, new Scope(scope.dot, scope));
        return isTrue(value)
          ? this.renderNodes(node.body, new Scope(value, scope))
          : this.renderNodes(node.otherwise, new Scope(scope.dot, scope));
      }
      case 'range':
        return this.renderRange(node, scope);
    }
  }

  private renderRange(node: Node & { kind: 'range' }, scope: Scope): string {
    const { variables, operand } = node.loop;
    const entries = entriesOf(this.evaluate(operand, scope));
    if (entries.length === 0) return this.renderNodes(node.otherwise, new Scope(scope.dot, scope));
    return entries
      .map(([key, value]) => {
        const inner = new Scope(value, scope);
        const [first, second] = variables;
        if (first && second) inner.declare(first, key);
        const last = second ?? first;
        if (last) inner.declare(last, value);
        return this.renderNodes(node.body, inner);
      })
      .join('');
  }

  private evaluate({ commands, assignment }: Pipeline, scope: Scope): unknown {
    let value: unknown;
    for (const [index, command] of commands.entries()) {
      value = this.call(command, index === 0 ? [] : [value], scope);
    }
    if (assignment?.declares) scope.declare(assignment.variable, value);
    else if (assignment) scope.assign(assignment.variable, value);
    return value;
  }

  private call([head, ...rest]: Operand[], piped: unknown[], scope: Scope): unknown {
    if (!head) throw new Error('A command is empty.');
    if (head.kind !== 'function') {
      if (rest.length + piped.length > 0) throw new Error('Only functions take arguments.');
      return this.valueOf(head, scope);
    }
    const args = [...rest.map((operand) => this.valueOf(operand, scope)), ...piped];
    if (head.name === 'include') return this.include(String(args[0]), args[1]);
    const known = FUNCTIONS.get(head.name) as ((...values: unknown[]) => unknown) | undefined;
    if (!known) throw new Error(`The function ${head.name} is unknown here.`);
    return known(...args);
  }

  private include(name: string, dot: unknown): string {
    const nodes = this.defined.get(name);
    if (!nodes) throw new Error(`No template is named ${name}.`);
    return this.renderNodes(nodes, rootScope(dot));
  }

  private valueOf(operand: Operand, scope: Scope): unknown {
    switch (operand.kind) {
      case 'literal':
        return operand.value;
      case 'dot':
        return follow(scope.dot, operand.fields);
      case 'variable':
        return follow(scope.get(operand.name), operand.fields);
      case 'pipeline':
        return follow(this.evaluate(operand.pipeline, scope), operand.fields);
      case 'function':
        return this.call([operand], [], scope);
    }
  }
}

function rootScope(dot: unknown): Scope {
  const scope = new Scope(dot);
  scope.declare('$', dot);
  return scope;
}

/** A missing field is nil; a field of nil is an error, as in Go. */
function follow(value: unknown, fields: string[]): unknown {
  return fields.reduce<unknown>((found, field) => {
    if (typeof found !== 'object' || found === null) throw new Error(`.${field} is asked of what has no fields.`);
    return (found as Record<string, unknown>)[field];
  }, value);
}

/** A map's entries come by name. */
function entriesOf(value: unknown): [unknown, unknown][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return [...value.entries()];
  if (typeof value !== 'object') throw new Error('range needs a list or a map.');
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

function printed(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`A template would print ${JSON.stringify(value) ?? 'nothing'}.`);
}
