import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const told = z.object({
  key: z.string(),
  contentType: z.string(),
  etag: z.string(),
  bytes: z.number(),
  modifiedMs: z.number(),
});

/** What is known of an object. */
export type ObjectFacts = z.infer<typeof told>;

/** The objects of one bucket: in memory, or as two files each under a folder. */
export class ObjectStore {
  readonly #folder: string | undefined;
  readonly #facts = new Map<string, ObjectFacts>();
  readonly #bytes = new Map<string, Buffer>();

  /** @param folder where they are kept, readable by the owner only */
  constructor(folder: string | undefined) {
    this.#folder = folder;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.json')) continue;
      const facts = told.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      this.#facts.set(facts.key, facts);
    }
  }

  put(key: string, bytes: Buffer, contentType: string, nowMs: number): ObjectFacts {
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    const facts = { key, contentType, etag, bytes: bytes.length, modifiedMs: nowMs };
    if (this.#folder === undefined) this.#bytes.set(key, bytes);
    else {
      // The bytes first: whoever finds the facts finds them, too.
      write(this.#file(key, 'data'), bytes);
      write(this.#file(key, 'json'), JSON.stringify(facts));
    }
    this.#facts.set(key, facts);
    return facts;
  }

  find(key: string): ObjectFacts | undefined {
    return this.#facts.get(key);
  }

  read(key: string): Buffer {
    if (this.#folder !== undefined) return readFileSync(this.#file(key, 'data'));
    return this.#bytes.get(key) ?? Buffer.alloc(0);
  }

  remove(key: string): void {
    this.#facts.delete(key);
    this.#bytes.delete(key);
    if (this.#folder === undefined) return;
    for (const kind of ['json', 'data'] as const)
      if (existsSync(this.#file(key, kind))) rmSync(this.#file(key, kind));
  }

  /** In the order of their UTF-8 bytes, as S3 lists them. */
  list(prefix: string): readonly ObjectFacts[] {
    return [...this.#facts.values()]
      .filter(({ key }) => key.startsWith(prefix))
      .toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  }

  #file(key: string, kind: 'data' | 'json'): string {
    return join(this.#folder ?? '', `${createHash('sha256').update(key).digest('hex')}.${kind}`);
  }
}

function write(file: string, content: Buffer | string): void {
  writeFileSync(`${file}.next`, content, { mode: 0o600 });
  renameSync(`${file}.next`, file);
}
