import { withoutMarks } from 'contract/without-marks';

/*
 * The drawn icon of a category without a picture, by the words of its title in Vietnamese or English. Of the first line that fits: a
 * denim jacket is a jacket, a T-shirt no shirt. The words are compared without tones and marks, as a file may lack them.
 */
const ICON_WORDS = [
  ['aodai', 'ao dai|viet phuc'],
  ['pajamas', 'ngu|pijamas?|pyjamas?|pajamas?|do bo|mac nha|homewear|loungewear|sleepwear|nightwear'],
  ['shoe', 'giay|dep|guoc|sandals?|sneakers?|boots?|shoes?|footwear'],
  ['bag', 'tui|balo|vi da|bags?|backpacks?|phu kien|accessories'],
  ['jacket', 'khoac|blazers?|vest|suits?|bomber|mang to|phao|jackets?|coats?|outerwear'],
  ['knit', 'len|ni|sweaters?|sweatshirts?|hoodies?|cardigans?|knits?|knitwear'],
  ['polo', 'polos?'],
  ['tee', 'thun|phong|ba lo|tee|tees|t ?shirts?|tanks?'],
  ['blouse', 'ao kieu|hai day|blouses?|camisoles?|tops?'],
  ['shirt', 'so ?mi|shirts?'],
  ['skirt', 'chan vay|skirts?'],
  ['dress', 'dam|vay|dress|dresses'],
  ['jeans', 'jeans?|denim'],
  ['shorts', 'shorts?|dui|lung|ngo'],
  ['trousers', 'quan|trousers|pants|chinos?|leggings?'],
  ['tee', 'ao'],
] as const;

export type CategoryIconName = (typeof ICON_WORDS)[number][0] | 'hanger';

const RULES = ICON_WORDS.map(([icon, words]) => ({ icon, words: new RegExp(`\\b(?:${words})\\b`) }));

/**
 * @param title of a category, as an owner typed or imported it
 * @returns a symbol of /images/category-icons.svg; a hanger if no word says what the goods are
 */
export function categoryIcon(title: string): CategoryIconName {
  const plain = withoutMarks(title).replace(/[^a-z0-9]+/g, ' ');
  return RULES.find(({ words }) => words.test(plain))?.icon ?? 'hanger';
}
