export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** What is to be put in order: boxes, and which leads to which. */
export interface Arrangement {
  readonly boxes: readonly Box[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}
