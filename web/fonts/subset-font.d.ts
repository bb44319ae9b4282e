/** The part of subset-font, which ships no types, that the fonts' program uses. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    keepFeatures: string[];
    noHinting: boolean;
  }
  /** @param text the characters that the subset keeps */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
