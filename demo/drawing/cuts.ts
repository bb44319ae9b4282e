import { bucketHatBack, capBack, scarfBack, sneakersBack, toteBack } from './cuts/accessories-backs.js';
import { bucketHat, cap, scarf, sneakers, tote } from './cuts/accessories.js';
import { aLineBack, joggersBack, miniBack, pleatedBack, shortsBack, trousersBack } from './cuts/bottoms-backs.js';
import {
  aoDaiBack,
  linenSetBack,
  pajamasBack,
  shiftDressBack,
  shirtDressBack,
  slipDressBack,
  tieredDressBack,
  wrapDressBack,
} from './cuts/dresses-backs.js';
import { shiftDress, shirtDress, slipDress, tieredDress, wrapDress } from './cuts/dresses.js';
import { blazerBack, bomberBack, coatBack, truckerBack } from './cuts/jackets-backs.js';
import { blazer, bomber, coat, trucker } from './cuts/jackets.js';
import { cardigan, hoodie, knitPolo, sweater, sweatshirt } from './cuts/knits.js';
import { blouse, campShirt, shirt, shirtBack } from './cuts/shirts.js';
import { aLineSkirt, miniSkirt, pleatedSkirt } from './cuts/skirts.js';
import { polo, tank, tee, teeBack } from './cuts/tees.js';
import {
  blouseBack,
  campShirtBack,
  hoodieBack,
  knitBack,
  knitPoloBack,
  poloBack,
  tankBack,
} from './cuts/tops-backs.js';
import { jeans, jeansBack, joggers, shorts, trousers } from './cuts/trousers.js';
import { aoDai, linenSet, pajamas } from './cuts/vietnamese.js';
import type { Garment } from './cloth/garment.js';
import { hillsPrint, lotusBranch, lotusPrint, phinPrint, sunPrint } from './cloth/prints.js';

/** A cut as the shop shows it: its front and its back. */
interface Cut {
  front: Garment;
  back: Garment;
}

/** The garment with the close look taken elsewhere, at its print. */
const closeTo = (garment: Garment, closeUp: Garment['closeUp']): Garment => ({ ...garment, closeUp });
const PRINTED = [288, 262] as const;

const cuts = {
  tee: { front: tee(), back: teeBack() },
  teeBoxy: { front: tee('boxy'), back: teeBack('boxy') },
  teeSlim: { front: tee('slim'), back: teeBack('slim') },
  teeSun: { front: closeTo(tee('regular', sunPrint), PRINTED), back: teeBack() },
  teeHills: { front: closeTo(tee('regular', hillsPrint), PRINTED), back: teeBack() },
  teePhin: { front: closeTo(tee('regular', phinPrint), PRINTED), back: teeBack() },
  polo: { front: polo(), back: poloBack() },
  poloTipped: { front: polo(true), back: poloBack(true) },
  tank: { front: tank(), back: tankBack() },
  shirt: { front: shirt(), back: shirtBack() },
  shirtPlain: { front: shirt(false), back: shirtBack() },
  campShirt: { front: campShirt(), back: campShirtBack() },
  blouse: { front: blouse(), back: blouseBack() },
  sweater: { front: sweater(), back: knitBack('crew') },
  rollNeck: { front: sweater('roll'), back: knitBack('roll') },
  cardigan: { front: cardigan(), back: knitBack('cardigan') },
  hoodie: { front: hoodie(), back: hoodieBack() },
  hoodieZip: { front: hoodie(true), back: hoodieBack(true) },
  sweatshirt: { front: sweatshirt(), back: knitBack('raglan') },
  knitPolo: { front: knitPolo(), back: knitPoloBack() },
  bomber: { front: bomber(), back: bomberBack() },
  trucker: { front: trucker(), back: truckerBack() },
  blazer: { front: blazer(), back: blazerBack() },
  blazerDouble: { front: blazer(true), back: blazerBack(true) },
  coat: { front: coat(), back: coatBack() },
  jeans: { front: jeans(), back: jeansBack() },
  jeansWide: { front: jeans('wide'), back: jeansBack('wide') },
  trousers: { front: trousers(), back: trousersBack() },
  trousersWide: { front: trousers('wide'), back: trousersBack('wide') },
  shorts: { front: shorts(), back: shortsBack() },
  shortsSport: { front: shorts(true), back: shortsBack(true) },
  joggers: { front: joggers(), back: joggersBack() },
  aLine: { front: aLineSkirt(), back: aLineBack() },
  aLineButtoned: { front: aLineSkirt(true), back: aLineBack(true) },
  pleated: { front: pleatedSkirt(), back: pleatedBack() },
  pleatedMini: { front: pleatedSkirt('mini'), back: pleatedBack('mini') },
  mini: { front: miniSkirt(), back: miniBack() },
  slipDress: { front: slipDress(), back: slipDressBack() },
  shiftDress: { front: shiftDress(), back: shiftDressBack() },
  shirtDress: { front: shirtDress(), back: shirtDressBack() },
  wrapDress: { front: wrapDress(), back: wrapDressBack() },
  tieredDress: { front: tieredDress(), back: tieredDressBack() },
  aoDai: { front: aoDai(), back: aoDaiBack() },
  aoDaiLotus: { front: closeTo(aoDai(lotusBranch), [338, 640]), back: aoDaiBack() },
  pajamas: { front: pajamas(), back: pajamasBack() },
  pajamasLong: { front: pajamas('long'), back: pajamasBack('long') },
  linenSet: { front: linenSet(), back: linenSetBack() },
  sneakers: { front: sneakers(), back: sneakersBack() },
  bucketHat: { front: bucketHat(), back: bucketHatBack() },
  cap: { front: cap(), back: capBack() },
  tote: { front: tote(), back: toteBack() },
  toteLotus: { front: closeTo(tote(lotusPrint), [288, 560]), back: toteBack() },
  scarf: { front: scarf(), back: scarfBack() },
} satisfies Record<string, Cut>;

/** The name of a cut: what a product is drawn as. */
export type CutName = keyof typeof cuts;

/** Every garment that the project can draw. */
export const CUTS: Record<CutName, Cut> = cuts;
