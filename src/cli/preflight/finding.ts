/** What a preflight found: `fail` stops a deployment, `warn` will hurt after it. */
export interface Finding {
  readonly about: string;
  readonly level: 'ok' | 'warn' | 'fail';
  readonly text: string;
  /** What to do, for what is not ok. */
  readonly mend?: string;
}

/** Looks at one thing; what it throws becomes a finding of its own. */
export type Check = () => Promise<readonly Finding[]>;

export const ok = (about: string, text: string): Finding => ({ about, level: 'ok', text });
export const warn = (about: string, text: string, mend: string): Finding => ({
  about,
  level: 'warn',
  text,
  mend,
});
export const fail = (about: string, text: string, mend: string): Finding => ({
  about,
  level: 'fail',
  text,
  mend,
});
