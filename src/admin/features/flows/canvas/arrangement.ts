export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** The gaps between boxes: from one column to the next, and within a column. */
export const gaps = { beside: 40, below: 32 };

/** The input of an arrangement: boxes, and their connections. */
export interface Arrangement {
  readonly boxes: readonly Box[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}
