const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const ellipsis = '…';

/** A label of at most so many characters, on one line; what is cut off shows as `…`, and no emoji is cut in half. */
export function fitLabel(label: string, maxChars: number): string {
  const line = label.replace(/\s+/g, ' ').trim();
  if (line.length <= maxChars) return line;
  let kept = '';
  for (const { segment } of graphemes.segment(line)) {
    if (kept.length + segment.length > maxChars - ellipsis.length) break;
    kept += segment;
  }
  return kept.trimEnd() + ellipsis;
}
