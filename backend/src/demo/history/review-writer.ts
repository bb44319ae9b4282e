import { CLOSINGS, COMPLAINTS, OPENINGS, PRAISES, SIGHS } from './review-texts.js';
import type { Subject } from './review-texts.js';
import type { Random } from '../support/random.js';
import type { DemoShopper } from './shoppers.js';

export interface ReviewWords {
  rating: 1 | 2 | 3 | 4 | 5;
  comment: string;
}

/**
 * Returns a generator of reviews that read like people's: one to four sentences, most of them kind, some not. It never repeats
 * itself, so one generator must write all reviews of a shop.
 */
export function reviewWriter(
  random: Random,
): (subject: Subject, by: DemoShopper, quality: number, size?: string) => ReviewWords {
  const said = new Set<string>();
  return (subject, by, quality, size) => {
    for (;;) {
      const rating = ratingFor(quality, random.next());
      const comment = inOwnHand(sentences(random, subject, rating, by, size).join(' '), by, random);
      if (said.has(comment)) continue;
      said.add(comment);
      return { rating, comment };
    }
  };
}

/** `quality` 0 to 1 is the product's quality; `luck` is one random draw. Most reviews have four or five stars. */
function ratingFor(quality: number, luck: number): ReviewWords['rating'] {
  const five = 0.4 + 0.42 * quality;
  if (luck < five) return 5;
  if (luck < five + 0.22) return 4;
  if (luck < five + 0.22 + (1 - five - 0.22) * 0.55) return 3;
  return luck < 1 - (1 - five - 0.22) * 0.18 ? 2 : 1;
}

function sentences(
  random: Random,
  subject: Subject,
  rating: ReviewWords['rating'],
  by: DemoShopper,
  size?: string,
): string[] {
  const words = [random.pick(OPENINGS[rating])];
  const [praise, another] = random.shuffle(PRAISES[subject]);
  if (rating >= 4) {
    if (random.chance(0.85)) words.push(praise!);
    if (random.chance(rating === 5 ? 0.4 : 0.2)) words.push(another!);
    if (rating === 4 && random.chance(0.35)) words.push(random.pick(COMPLAINTS[subject]));
  } else {
    words.push(random.pick(COMPLAINTS[subject]));
    if (rating === 3 && random.chance(0.6)) words.push(`Được cái ${lowerFirst(praise!)}`);
  }
  if (size && random.chance(0.38)) words.push(fit(random, rating, by, size));
  if (random.chance(0.3)) words.push(random.pick(rating >= 4 ? CLOSINGS : SIGHS));
  return words;
}

function fit(random: Random, rating: number, { build: [height, weight] }: DemoShopper, size: string): string {
  const tall = `1m${String(height).slice(1)}`;
  return rating >= 4
    ? random.pick([
        `Mình ${tall}, ${weight}kg mặc ${size} vừa đẹp.`,
        `${tall} ${weight}kg lấy ${size} là chuẩn.`,
        `Cao ${tall} nặng ${weight} ký, cỡ ${size} vừa in.`,
      ])
    : random.pick([
        `Mình ${tall}, ${weight}kg mà ${size} vẫn không vừa ý.`,
        `${size} với người ${tall} ${weight}kg hơi lệch form.`,
      ]);
}

/** Some people type without capitals, some add a smile; each person always does the same. */
function inOwnHand(text: string, { username }: DemoShopper, random: Random): string {
  const habit = username.length % 5;
  if (habit === 0) return text.toLowerCase().replace(/\.$/, '');
  if (habit === 1 && random.chance(0.5)) return `${text.replace(/\.$/, '')} ❤️`;
  if (habit === 3 && random.chance(0.3)) return text.replace(/\.$/, ' ạ.');
  return text;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
