/** A possible intended word of a token. */
export interface Alternative {
  /** Folded. */
  word: string;
  /** What reading the token as this word costs, in the unit of `phraseScore`: the less likely, the more. */
  cost: number;
}
