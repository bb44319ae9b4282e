/** A value in a command. */
export type Operand =
  | { kind: 'literal'; value: unknown }
  | { kind: 'dot'; fields: string[] }
  | { kind: 'variable'; name: string; fields: string[] }
  | { kind: 'pipeline'; pipeline: Pipeline; fields: string[] }
  | { kind: 'function'; name: string };
/** Commands, each of which is given the value of the one before as its last argument. */
export interface Pipeline {
  commands: Operand[][];
  assignment?: { variable: string; declares: boolean };
}
export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'output'; pipeline: Pipeline }
  | { kind: 'if' | 'with'; pipeline: Pipeline; body: Node[]; otherwise: Node[] }
  | { kind: 'range'; loop: { variables: string[]; operand: Pipeline }; body: Node[]; otherwise: Node[] };

type Token = { text: string } | { action: string };

const ACTION = /\{\{(- )?\s*(\/\*[^]*?\*\/|(?:"(?:[^"\\]|\\.)*"|[^"])*?)\s*( -)?\}\}/g;
const PART = /"(?:[^"\\]|\\.)*"|:=|[()|=,]|\$?[\w.]+|\$/g;

/** @throws Error for what the chart does not use */
export function parseTemplate(text: string): { body: Node[]; defined: Map<string, Node[]> } {
  const parser = new Blocks(tokensOf(text));
  const { nodes, end } = parser.until();
  if (end !== undefined) throw new Error(`{{ ${end} }} closes nothing.`);
  return { body: nodes, defined: parser.defined };
}

/** Texts and actions; a dash beside the braces removes the white space on that side. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  let trimsNext = false;
  const push = (part: string, trimsEnd: boolean) => {
    const begun = trimsNext ? part.trimStart() : part;
    const trimmed = trimsEnd ? begun.trimEnd() : begun;
    if (trimmed.includes('{{')) throw new Error(`An action is not closed: ${trimmed}`);
    if (trimmed) tokens.push({ text: trimmed });
  };
  for (const { 0: whole, 1: before, 2: action = '', 3: after, index } of text.matchAll(ACTION)) {
    push(text.slice(from, index), before !== undefined);
    if (!action.startsWith('/*')) tokens.push({ action });
    from = index + whole.length;
    trimsNext = after !== undefined;
  }
  push(text.slice(from), false);
  return tokens;
}

class Blocks {
  readonly defined = new Map<string, Node[]>();
  private next = 0;
  constructor(private readonly tokens: Token[]) {}

  /** Reads nodes up to the end of their block. @returns what closes it: `end`, `else …`, or undefined at the end of the file */
  until(): { nodes: Node[]; end: string | undefined } {
    const nodes: Node[] = [];
    for (;;) {
      const token = this.tokens[this.next++];
      if (!token) return { nodes, end: undefined };
      if ('text' in token) {
        nodes.push({ kind: 'text', text: token.text });
        continue;
      }
      const [word = ''] = token.action.split(' ', 1);
      const rest = token.action.slice(word.length).trim();
      if (word === 'end' || word === 'else') return { nodes, end: token.action };
      if (word === 'define') this.defined.set(JSON.parse(rest) as string, this.closed());
      else if (word === 'if' || word === 'with')
        nodes.push({ kind: word, pipeline: parsePipeline(rest), ...this.branches() });
      else if (word === 'range') nodes.push({ kind: word, loop: parseLoop(rest), ...this.branches() });
      else nodes.push({ kind: 'output', pipeline: parsePipeline(token.action) });
    }
  }

  private closed(): Node[] {
    const { nodes, end } = this.until();
    if (end !== 'end') throw new Error('A block is not closed.');
    return nodes;
  }

  private branches(): { body: Node[]; otherwise: Node[] } {
    const { nodes: body, end } = this.until();
    if (end === 'end') return { body, otherwise: [] };
    if (end === 'else') return { body, otherwise: this.closed() };
    const condition = /^else if (.*)$/s.exec(end ?? '')?.[1];
    if (condition === undefined) throw new Error(`A block is not closed, or {{ ${end} }} is unknown here.`);
    return { body, otherwise: [{ kind: 'if', pipeline: parsePipeline(condition), ...this.branches() }] };
  }
}

function parseLoop(text: string) {
  const [, names, source] = /^(\$\w+(?:, ?\$\w+)?) := (.*)$/s.exec(text) ?? [];
  return { variables: names?.split(/, ?/) ?? [], operand: parsePipeline(source ?? text) };
}

function parsePipeline(text: string): Pipeline {
  const parts = text.match(PART) ?? [];
  if (text.replace(PART, '').trim()) throw new Error(`{{ ${text} }} has signs that are unknown here.`);
  const [variable = '', sign] = parts;
  const assigns = variable.startsWith('$') && (sign === ':=' || sign === '=');
  const reader = new Parts(assigns ? parts.slice(2) : parts);
  const pipeline = reader.pipeline();
  if (!reader.isAtEnd) throw new Error(`{{ ${text} }} does not end where it should.`);
  return assigns ? { ...pipeline, assignment: { variable, declares: sign === ':=' } } : pipeline;
}

class Parts {
  private next = 0;
  constructor(private readonly parts: string[]) {}

  get isAtEnd(): boolean {
    return this.next === this.parts.length;
  }

  /** Reads up to a closing bracket or the end. */
  pipeline(): Pipeline {
    const commands: Operand[][] = [[]];
    for (let part = this.parts[this.next]; part !== undefined && part !== ')'; part = this.parts[this.next]) {
      this.next += 1;
      if (part === '|') commands.push([]);
      else commands.at(-1)!.push(part === '(' ? this.inBrackets() : operandOf(part));
    }
    return { commands };
  }

  private inBrackets(): Operand {
    const pipeline = this.pipeline();
    if (this.parts[this.next++] !== ')') throw new Error('A bracket is not closed.');
    return { kind: 'pipeline', pipeline, fields: [] };
  }
}

function operandOf(part: string): Operand {
  if (part.startsWith('"')) return { kind: 'literal', value: JSON.parse(part) };
  if (/^\d+$/.test(part)) return { kind: 'literal', value: Number(part) };
  if (part === 'true' || part === 'false') return { kind: 'literal', value: part === 'true' };
  if (part.startsWith('.')) return { kind: 'dot', fields: part.split('.').filter(Boolean) };
  if (part.startsWith('$')) {
    const [name = '$', ...fields] = part.split('.');
    return { kind: 'variable', name, fields };
  }
  if (/^[a-z]\w*$/i.test(part)) return { kind: 'function', name: part };
  throw new Error(`${part} is unknown here.`);
}
