/** The script tag's own file; its parts lie in the folder of the releases beside it. */
const script = document.currentScript;
const base = script instanceof HTMLScriptElement ? script.src.replace(/releases\/[^/]*$/, '') : '';
const wanted = new Map<string, Promise<unknown>>();
let failures = 0;

/**
 * Loads a part of the script-tag build, which names its checksum: only what was built together runs together.
 * @param name `de.<SHA-256 of the content, base64url>`
 * @throws when it cannot be had, or is something else; the next call tries again
 */
export function loadPart<Part>(name: string): Promise<Part> {
  const known = wanted.get(name) ?? load(name);
  wanted.set(name, known);
  known.catch(() => wanted.delete(name));
  return known as Promise<Part>;
}

async function load(name: string): Promise<unknown> {
  // A browser remembers for good that a module could not be had.
  const again = failures > 0 ? `?again=${failures}` : '';
  const href = new URL(`releases/${name}.js${again}`, base).href;
  try {
    await checked(href, name.slice(name.indexOf('.') + 1));
    return await import(href);
  } catch (error) {
    failures += 1;
    throw error;
  }
}

/** `import()` takes no checksum; what was loaded ahead with one is what it runs. */
function checked(href: string, hash: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = 'anonymous';
  link.integrity = `sha256-${hash.replaceAll('-', '+').replaceAll('_', '/')}=`;
  link.href = href;
  return new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`${href} could not be loaded`)));
    document.head.append(link);
  }).finally(() => link.remove());
}
