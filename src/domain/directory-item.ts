/** One document of a tenant's part of the directory. @see design 6 */
export interface DirectoryItem {
  /** What it is: `tenant`, `widget#id`, `account#channel#id`, `previous-account#channel#id`, `business-account#channel#id`, `flow#id#version`, `published#id`, `origin#widget#origin`. */
  readonly sk: string;
  readonly document: unknown;
  /** By which the index finds it. */
  readonly credential?: string;
  /** Another after each write; none for what an earlier release wrote. */
  readonly revision?: string;
  /** Who changed it in the console; none for what the command line wrote. */
  readonly by?: unknown;
  /** Of `published#id`: the greatest version that a rollback has taken away from visitors since. */
  readonly rolledBackFrom?: number;
  /** Of `published#id`: the version that some of the new conversations try. */
  readonly canary?: { readonly version: number };
}

/** Whether a folder that holds this version leaves what is live alone: it is older, or was rolled back. */
export function staysLive(pointer: DirectoryItem | undefined, version: number): boolean {
  if (pointer === undefined) return false;
  return Number(pointer.document) >= version || (pointer.rolledBackFrom ?? 0) >= version;
}
