import { bucketHat, cap, scarf, sneakers, tote } from './cuts/accessories.js';
import { shiftDress, shirtDress, slipDress, tieredDress, wrapDress } from './cuts/dresses.js';
import { blazer, bomber, coat, trucker } from './cuts/jackets.js';
import { cardigan, hoodie, knitPolo, sweater, sweatshirt } from './cuts/knits.js';
import { blouse, campShirt, shirt, shirtBack } from './cuts/shirts.js';
import { aLineSkirt, miniSkirt, pleatedSkirt } from './cuts/skirts.js';
import { polo, tank, tee, teeBack } from './cuts/tees.js';
import { jeans, jeansBack, joggers, shorts, trousers } from './cuts/trousers.js';
import { aoDai, linenSet, pajamas } from './cuts/vietnamese.js';
import type { Garment } from './garment.js';
import { hillsPrint, lotusBranch, lotusPrint, phinPrint, sunPrint } from './cloth/prints.js';

/** A cut as the shop shows it: its front, and its back where that is worth a look. */
interface Cut {
  front: Garment;
  back?: Garment;
}

/** The garment with the close look taken elsewhere, at its print. */
const closeTo = (garment: Garment, closeUp: Garment['closeUp']): Garment => ({ ...garment, closeUp });
const PRINTED = [288, 262] as const;

const cuts = {
  tee: { front: tee(), back: teeBack() },
  teeBoxy: { front: tee('boxy'), back: teeBack('boxy') },
  teeSlim: { front: tee('slim') },
  teeSun: { front: closeTo(tee('regular', sunPrint), PRINTED), back: teeBack() },
  teeHills: { front: closeTo(tee('regular', hillsPrint), PRINTED), back: teeBack() },
  teePhin: { front: closeTo(tee('regular', phinPrint), PRINTED), back: teeBack() },
  polo: { front: polo() },
  poloTipped: { front: polo(true) },
  tank: { front: tank() },
  shirt: { front: shirt(), back: shirtBack() },
  shirtPlain: { front: shirt(false), back: shirtBack() },
  campShirt: { front: campShirt() },
  blouse: { front: blouse() },
  sweater: { front: sweater() },
  rollNeck: { front: sweater('roll') },
  cardigan: { front: cardigan() },
  hoodie: { front: hoodie() },
  hoodieZip: { front: hoodie(true) },
  sweatshirt: { front: sweatshirt() },
  knitPolo: { front: knitPolo() },
  bomber: { front: bomber() },
  trucker: { front: trucker() },
  blazer: { front: blazer() },
  blazerDouble: { front: blazer(true) },
  coat: { front: coat() },
  jeans: { front: jeans(), back: jeansBack() },
  jeansWide: { front: jeans('wide'), back: jeansBack('wide') },
  trousers: { front: trousers() },
  trousersWide: { front: trousers('wide') },
  shorts: { front: shorts() },
  shortsSport: { front: shorts(true) },
  joggers: { front: joggers() },
  aLine: { front: aLineSkirt() },
  aLineButtoned: { front: aLineSkirt(true) },
  pleated: { front: pleatedSkirt() },
  pleatedMini: { front: pleatedSkirt('mini') },
  mini: { front: miniSkirt() },
  slipDress: { front: slipDress() },
  shiftDress: { front: shiftDress() },
  shirtDress: { front: shirtDress() },
  wrapDress: { front: wrapDress() },
  tieredDress: { front: tieredDress() },
  aoDai: { front: aoDai() },
  aoDaiLotus: { front: closeTo(aoDai(lotusBranch), [338, 640]) },
  pajamas: { front: pajamas() },
  pajamasLong: { front: pajamas('long') },
  linenSet: { front: linenSet() },
  sneakers: { front: sneakers() },
  bucketHat: { front: bucketHat() },
  cap: { front: cap() },
  tote: { front: tote() },
  toteLotus: { front: closeTo(tote(lotusPrint), [288, 560]) },
  scarf: { front: scarf() },
} satisfies Record<string, Cut>;

/** The name of a cut: what a product is drawn as. */
export type CutName = keyof typeof cuts;

/** Every garment that the project can draw. */
export const CUTS: Record<CutName, Cut> = cuts;
