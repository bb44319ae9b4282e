import type { Brand, Category, Color, Size } from 'contract/catalog/catalog';
import { useState } from 'react';
import type { ProductDraft } from '../product-draft';

/** What the shop's products choose from. */
export interface Options {
  brands: Brand[];
  categories: Category[];
  colors: Color[];
  sizes: Size[];
}

const NONE: Options = { brands: [], categories: [], colors: [], sizes: [] };

/**
 * The loaded options and those that are added while the form is open.
 * @returns the options, and a function that adds one
 */
export function useOptions({ brands, categories, colors, sizes }: Options) {
  const [added, setAdded] = useState(NONE);
  const options: Options = {
    brands: withAdded(brands, added.brands),
    categories: withAdded(categories, added.categories),
    colors: withAdded(colors, added.colors),
    sizes: withAdded(sizes, added.sizes),
  };
  const addOption = <Kind extends keyof Options>(kind: Kind, option: Options[Kind][number]) =>
    setAdded((before) => ({ ...before, [kind]: [...before[kind], option] }));
  return { options, addOption };
}

const withAdded = <T extends { id: number }>(listed: T[], added: T[]) => [
  ...listed,
  ...added.filter(({ id }) => listed.every((other) => other.id !== id)),
];

/** What choosing an option changes in a draft. */
export function optionChoice({ colors, sizes }: ProductDraft, kind: keyof Options, id: number): Partial<ProductDraft> {
  switch (kind) {
    case 'brands':
      return { brand: String(id) };
    case 'categories':
      return { category: String(id) };
    case 'colors':
      return { colors: [...colors, id] };
    case 'sizes':
      return { sizes: [...sizes, id] };
  }
}
