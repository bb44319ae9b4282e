/** Line icons of the categories, on a board of 48 × 48 units. */
const ICONS = {
  tee: 'M17,9L8,13L4,22L11,25L13,22V39H35V22L37,25L44,22L40,13L31,9C30,14 18,14 17,9Z',
  shirt:
    'M17,8L9,12L5,36L11,37L13,24V40H35V24L37,37L43,36L39,12L31,8M17,8L24,15L31,8M17,8L18,16L24,15L30,16L31,8M24,15V40M24,21h.1M24,27h.1M24,33h.1',
  dress: 'M18,6V13L15,22L9,41C18,44 30,44 39,41L33,22L30,13V6M18,13C21,17 27,17 30,13M15,22C20,24 28,24 33,22',
  jeans: 'M14,6H34L38,42H28L24,20L20,42H10ZM14,11H34M24,11V20M14,16C18,16 19,14 19,11M34,16C30,16 29,14 29,11',
  trousers: 'M15,6H33L36,42H27L24,18L21,42H12ZM15,10H33M19,16L17,42M29,16L31,42',
  skirt: 'M16,9H32V14H16ZM16,14L8,38C18,42 30,42 40,38L32,14M20,15L16,40M28,15L32,40M24,15V41',
  knit: 'M17,9L9,13L5,37L11,38L13,25V35H35V25L37,38L43,37L39,13L31,9C28,13 20,13 17,9ZM13,35V40H35V35M17,35v5M21,35v5M25,35v5M29,35v5',
  jacket:
    'M17,7L9,11L5,37L11,38L13,24V41H23M31,7L39,11L43,37L37,38L35,24V41H25L24,26L17,7L15,16L18,18L17,21L24,28M31,7L33,16L30,18L31,21L24,28',
  polo: 'M17,8L8,12L4,22L11,25L13,22V40H35V22L37,25L44,22L40,12L31,8L27,16L24,12L21,16ZM22,15V24H26V15M24,18h.1M24,21h.1',
  blouse:
    'M17,9L10,13L6,35L11,37L14,24L12,40H36L34,24L37,37L42,35L38,13L31,9C28,12 20,12 17,9ZM24,14C20,11 17,14 18,17L24,15L30,17C31,14 28,11 24,14ZM24,15L21,24M24,15L27,24',
  shorts: 'M12,12H36L41,36H27L24,24L21,36H7ZM12,17H36M24,17V24M22,17L21,23M26,17L27,22',
  aodai:
    'M21,4H27V8L35,11L39,30L34,31L31,20L30,24L35,44H13L18,24L17,20L14,31L9,30L13,11L21,8ZM24,8C27,12 30,16 31,20M18,24C20,25 28,25 30,24M17,44L18,30M31,44L30,30',
  pajamas:
    'M18,5L10,8L7,17L13,19L14,17V26H34V17L35,19L41,17L38,8L30,5L24,12ZM24,12V26M15,29H33L35,44H27L24,34L21,44H13Z',
  shoe: 'M5,16C9,20 14,20 18,16C22,22 28,26 36,28C41,29 43,31 43,34V37H5C4,30 4,22 5,16ZM5,33H43M20,19L17,22M24,22L21,25M28,24L25,27',
  bag: 'M11,18H37L40,42H8ZM17,22V14C17,5 31,5 31,14V22',
  hanger:
    'M24,18V15C24,13 28,12.5 28,9.5C28,7.5 26.3,6 24,6C21.7,6 20,7.5 20,9.5M24,18L43,31C45,32.5 44,36 41,36H7C4,36 3,32.5 5,31Z',
} as const;

export type IconName = keyof typeof ICONS;

/** A category's picture: its icon in jade on sand, square. */
export function iconSvg(name: IconName): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 96 96"><rect width="96" height="96" fill="#efe8dc"/>` +
    `<g transform="translate(24,24)"><path d="${ICONS[name]}" transform="translate(1.4,1.6)" fill="#dfd4c2" stroke="none"/>` +
    `<path d="${ICONS[name]}" fill="none" stroke="#1f5446" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/></g></svg>`
  );
}

/** All icons as symbols of one file, which pages show by `<use href="/images/category-icons.svg#tee">` in the colour of their text. */
export function iconSprite(): string {
  const symbols = Object.entries(ICONS).map(
    ([name, path]) => `<symbol id="${name}" viewBox="0 0 48 48"><path d="${path}"/></symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`;
}
