/** Sort key of the tenant itself, by which all the rest is found. */
export const directoryTenant = 'tenant';

/** One document of a tenant's part of the directory. @see design 6 */
export interface DirectoryItem {
  /** What it is: `tenant`, `widget#id`, `account#channel#id`, `previous-account#channel#id`, `business-account#channel#id`, `flow#id#version`, `published#id`, `origin#widget#origin`. */
  readonly sk: string;
  readonly document: unknown;
  /** By which the index finds it. */
  readonly credential?: string;
}
