export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** The input of an arrangement: boxes, and their connections. */
export interface Arrangement {
  readonly boxes: readonly Box[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}
