import { createElement, type SVGAttributes } from 'react';

interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

/**
 * Makes an icon's component of lucide's data. The build puts it in the place of lucide's own function (see
 * web/vite/direct-icons.ts), which also reads contexts and sizes that this shop does not use.
 */
export default function createIcon({ node }: IconData) {
  return (attributes: SVGAttributes<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...attributes,
      },
      ...node.map(([tag, its]) => createElement(tag, its)),
    );
}
