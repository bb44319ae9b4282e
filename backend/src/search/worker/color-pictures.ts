/** A picture of a product, and the colour of what it shows; null when that is not known. */
export interface ColorPicture {
  media: string;
  color: string | null;
}

/** Which pictures of products show which colour, as far as their first does not tell. The shop itself does not know. */
export class ColorPictures {
  private readonly picturesOf = new Map<number, ColorPicture[]>();

  /** @param pictures in their order; none to forget the product */
  set(product: number, pictures: ColorPicture[]): void {
    const isOfSeveral = new Set(pictures.map(({ color }) => color)).size > 1;
    if (isOfSeveral) this.picturesOf.set(product, pictures);
    else this.picturesOf.delete(product);
  }

  /**
   * The media of the first picture that shows one of these colours.
   * @param colors by their names; `xanh` is any of its kinds
   * @returns undefined when none does, or the product's first picture, which is shown anyway
   */
  find(product: number, colors: readonly string[]): string | undefined {
    const isWanted = ({ color }: ColorPicture) =>
      color !== null && colors.some((wanted) => color === wanted || color.startsWith(`${wanted} `));
    const pictures = this.picturesOf.get(product) ?? [];
    const found = pictures.find(isWanted);
    return found === pictures[0] ? undefined : found?.media;
  }
}
