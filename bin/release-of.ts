import { createHash } from 'node:crypto';
import { widgetReleases } from '../lib/bundles.ts';

/** One state of the widget's script, by its content: what a page names that will run no other. */
export interface WidgetRelease {
  /** The path relative to `widget.js`. It contains a hash of the content. */
  readonly file: string;
  /** For the attribute `integrity`. @see https://www.w3.org/TR/SRI/ */
  readonly integrity: string;
}

/** The release that a script makes. */
export function releaseOf(code: string): WidgetRelease {
  const hash = createHash('sha384').update(code).digest();
  return {
    file: `${widgetReleases}/widget.${hash.toString('hex').slice(0, 16)}.js`,
    integrity: `sha384-${hash.toString('base64')}`,
  };
}
