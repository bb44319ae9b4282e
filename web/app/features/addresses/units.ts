import { foldPlace } from 'contract/orders/provinces';
import { PROVINCES } from 'virtual:provinces';

/** A province or city of Viet Nam since July 2025. */
export interface Province {
  name: string;
  /** The provinces before July 2025 that it was made of, without its own name. */
  former: string[];
  postalCode: string;
  /** Loads its wards, sorted by name. */
  wards: () => Promise<Ward[]>;
}

export interface Ward {
  /** Its name with its kind: `Phường Sài Gòn`. */
  name: string;
  /** The wards before July 2025 that it was made of, by district: `Phường 12, Phường 14 (Quận Gò Vấp)`. */
  former: string[];
  postalCode: string;
}

/** A unit that was found, with the former name that fitted; null when its own name does. */
export interface UnitMatch<Unit> {
  unit: Unit;
  former: string | null;
}

/** Whether each word typed begins a word of the name; a number must be the whole number. */
function fits(typed: readonly string[], name: string): boolean {
  const words = foldPlace(name).split(' ');
  const fitsWord = (part: string) => (word: string) =>
    /^\d+$/.test(part)
      ? word.replace(/^\D+/, '') === part
      : word === part || (word.startsWith(part) && !/\d$/.test(part));
  return typed.every((part) => words.some(fitsWord(part)));
}

/** A folded name without the kind of its unit. */
const withoutKind = (name: string) => name.replace(/^(phuong|xa|dac khu) /, '');

/** How well an own name fits a folded text, 0 best: it is the text, but for the kind of unit it is, it begins so, it has its words. */
function rankOf(name: string, text: string): number {
  const own = foldPlace(name);
  if (own === text) return 0;
  const [bare, typed] = [withoutKind(own), withoutKind(text)];
  if (bare === typed) return 1;
  return bare.startsWith(typed) ? 2 : 3;
}

/**
 * Finds units by what was typed, whatever its tones: the current names and those before July 2025.
 * @returns those whose own name fits, best first as `rankOf` says, then those by a former name
 */
export function findUnits<Unit extends { name: string; former: string[] }>(
  units: readonly Unit[],
  typed: string,
): UnitMatch<Unit>[] {
  const text = foldPlace(typed);
  if (text === '') return units.map((unit) => ({ unit, former: null }));
  const words = text.split(' ');
  const ranked = units.flatMap((unit) => {
    if (fits(words, unit.name)) return { unit, former: null, rank: rankOf(unit.name, text) };
    const former = unit.former.find((name) => fits(words, name));
    return former === undefined ? [] : { unit, former, rank: 4 };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ unit, former }) => ({ unit, former }));
}

/** The provinces that fit what was typed, see `findUnits`. */
export const findProvinces = (typed: string) => findUnits(PROVINCES, typed);

/** The province with exactly this name, current or former, whatever its tones. */
export function provinceNamed(text: string): UnitMatch<Province> | null {
  const name = foldPlace(text);
  for (const unit of PROVINCES) {
    if (foldPlace(unit.name) === name) return { unit, former: null };
  }
  for (const unit of PROVINCES) {
    const former = unit.former.find((old) => foldPlace(old) === name);
    if (former !== undefined) return { unit, former };
  }
  return null;
}

/** Whether a postal code is one that the form fills in, rather than one that the shopper knew better. */
export const isProvinceCode = (code: string) => /^\d{2}000$/.test(code);
