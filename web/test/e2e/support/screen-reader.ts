import type { CDPSession, Page } from 'playwright-core';
import { until } from '../../../../backend/test/support/until';

/** How long a page may take to say something, on a machine that builds the project at the same time. */
const TIMEOUT_MS = 30_000;

/** A part of the page as Chromium gives it to screen readers (Accessibility.AXNode of the DevTools protocol). */
export interface Heard {
  id: string;
  parent?: string;
  /** Left out by screen readers; it is here for the parts within. */
  isIgnored: boolean;
  role: string;
  name: string;
  /** What `aria-describedby` names. */
  description: string;
  value: string;
  properties: Record<string, unknown>;
  backendNodeId?: number;
}

/** What a part around the wanted one is called. */
export interface Wanted {
  within?: string | RegExp;
}

/** Reads and uses a page by its accessibility tree alone: nothing is found by its look, its tag or its place. */
export class ScreenReader {
  private constructor(
    private readonly page: Page,
    private readonly devTools: CDPSession,
  ) {}

  static async of(page: Page): Promise<ScreenReader> {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Accessibility.enable');
    await devTools.send('DOM.enable');
    return new ScreenReader(page, devTools);
  }

  /** Waits for a part of the page. @returns the first with that role and name */
  find(role: string, name: string | RegExp, wanted: Wanted = {}): Promise<Heard> {
    let last: Heard[] = [];
    const expectation = () =>
      `a ${role} “${String(name)}”; there are: ${last
        .filter((part) => part.role === role)
        .map((part) => part.name)
        .join(' | ')}`;
    return until(
      expectation,
      async () => {
        last = await this.parts();
        return last.find(
          (part) =>
            part.role === role &&
            isNamed(part, name) &&
            (wanted.within === undefined || around(last, part).some((outer) => isNamed(outer, wanted.within!))),
        );
      },
      TIMEOUT_MS,
    );
  }

  /** Does what the part is for, as the command of a screen reader does. */
  async press(role: string, name: string | RegExp, wanted?: Wanted): Promise<void> {
    await until(
      `the ${role} “${String(name)}” can be pressed`,
      async () => (await this.find(role, name, wanted)).properties.disabled !== true,
      TIMEOUT_MS,
    );
    const part = await this.find(role, name, wanted);
    await this.focus(part);
    const { object } = await this.devTools.send('DOM.resolveNode', { backendNodeId: part.backendNodeId });
    await this.devTools.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration: 'function () { this.click(); }',
    });
  }

  /** Replaces the text of a field. */
  async type(name: string | RegExp, text: string, role = 'textbox'): Promise<void> {
    await this.focus(await this.find(role, name));
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  /** Waits until the reading stands at this part, and reads it. */
  stands(role: string, name: string | RegExp): Promise<Heard> {
    let last: Heard | undefined;
    return until(
      () => `the focus is on the ${role} “${String(name)}”; it is on ${last?.role} “${last?.name}”`,
      async () => {
        last = (await this.parts()).findLast((part) => part.properties.focused === true && part.role !== 'RootWebArea');
        return last?.role === role && isNamed(last, name) ? last : undefined;
      },
      TIMEOUT_MS,
    );
  }

  /** Waits until a live region says this. @returns how urgently: `polite` or `assertive` */
  says(text: string | RegExp): Promise<string> {
    let last: string[] = [];
    return until(
      () => `the page says “${String(text)}”; it says: ${last.join(' | ')}`,
      async () => {
        const parts = await this.parts();
        const regions = parts.filter(({ properties: { live } }) => live === 'polite' || live === 'assertive');
        const liveTexts = regions.map((region) => ({
          live: String(region.properties.live),
          text: textIn(parts, region),
        }));
        last = liveTexts.map((each) => each.text).filter(Boolean);
        return liveTexts.find((each) => (typeof text === 'string' ? each.text.includes(text) : text.test(each.text)))
          ?.live;
      },
      TIMEOUT_MS,
    );
  }

  /** Waits until the focus is on a field that is wrong, and says so. @returns the sentence that its description names */
  async isRefused(name: string | RegExp, role = 'textbox'): Promise<string> {
    const field = await this.stands(role, name);
    expect(field.properties.invalid).toBe('true');
    return field.description;
  }

  private async focus({ backendNodeId }: Heard): Promise<void> {
    // Headings and regions take no focus; a screen reader presses them where they are.
    await this.devTools.send('DOM.focus', { backendNodeId }).catch(() => undefined);
  }

  private async parts(): Promise<Heard[]> {
    const { nodes } = await this.devTools.send('Accessibility.getFullAXTree');
    const textOf = (value: { value?: unknown } | undefined) => (typeof value?.value === 'string' ? value.value : '');
    return inReadingOrder(nodes).map((node) => ({
      id: node.nodeId,
      parent: node.parentId,
      isIgnored: node.ignored,
      role: node.ignored ? '' : textOf(node.role),
      name: textOf(node.name),
      description: textOf(node.description),
      value: textOf(node.value),
      properties: Object.fromEntries((node.properties ?? []).map((each) => [each.name, each.value.value as unknown])),
      backendNodeId: node.backendDOMNodeId,
    }));
  }
}

/** The protocol lists the tree level by level. */
function inReadingOrder<Node extends { nodeId: string; parentId?: string; childIds?: string[] }>(
  nodes: readonly Node[],
) {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const read = (node: Node): Node[] => [
    node,
    ...(node.childIds ?? []).flatMap((id) => (byId.has(id) ? read(byId.get(id)!) : [])),
  ];
  return nodes.filter(({ parentId }) => parentId === undefined).flatMap(read);
}

const isNamed = ({ name }: Heard, wanted: string | RegExp) =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name);

/** The parts around one, from the inside. */
function around(parts: readonly Heard[], part: Heard): Heard[] {
  const byId = new Map(parts.map((each) => [each.id, each]));
  const outer: Heard[] = [];
  for (let at = byId.get(part.parent ?? ''); at; at = byId.get(at.parent ?? '')) outer.push(at);
  return outer;
}

/** The texts of a region, in their order. */
const textIn = (parts: readonly Heard[], region: Heard): string =>
  parts
    .filter((part) => part.role === 'StaticText' && around(parts, part).some(({ id }) => id === region.id))
    .map(({ name }) => name)
    .join(' ');
