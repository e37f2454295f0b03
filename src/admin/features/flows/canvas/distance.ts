/** Below it no card can be read. */
export const readableZoom = 0.5;
/** Below it letters have to be as large as a card takes. */
const farZoom = 0.28;

/** The zoom level for style sheets; undefined where all text is readable. */
export function distanceOf(zoom: number): 'away' | 'far' | undefined {
  if (zoom >= readableZoom) return undefined;
  return zoom >= farZoom ? 'away' : 'far';
}
