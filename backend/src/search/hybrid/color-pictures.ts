/** A picture of a product with its main colour; null when that is unknown. */
export interface ColorPicture {
  media: string;
  color: string | null;
}

/** The pictures that show products in other colours than their first one does. The shop stores no colours of pictures. */
export class ColorPictures {
  private readonly picturesOf = new Map<number, ColorPicture[]>();

  /** @param pictures in order; none removes the product */
  set(product: number, pictures: ColorPicture[]): void {
    const isOfSeveral = new Set(pictures.map(({ color }) => color)).size > 1;
    if (isOfSeveral) this.picturesOf.set(product, pictures);
    else this.picturesOf.delete(product);
  }

  /**
   * Returns the hash of the first picture that shows one of these colours.
   * @param colors by name; `xanh` matches all blues and greens
   * @returns undefined when none does, or when it is the product's first picture, which is shown anyway
   */
  find(product: number, colors: readonly string[]): string | undefined {
    const isWanted = ({ color }: ColorPicture) =>
      color !== null && colors.some((wanted) => color === wanted || color.startsWith(`${wanted} `));
    const pictures = this.picturesOf.get(product) ?? [];
    const match = pictures.find(isWanted);
    return match === pictures[0] ? undefined : match?.media;
  }
}
