import { type FileType, fileTypeNames } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import type { UploadRules } from '../../contract/uploads.ts';

/** What may be uploaded, tenant and widget taken together. */
export interface EffectiveRules {
  readonly enabled: boolean;
  readonly maxBytes: number;
  readonly types: readonly FileType[];
}

/** Where a tenant and a widget both say something, the narrower holds. @see docs/decisions/files.md */
export function effectiveRules(...rules: readonly (UploadRules | undefined)[]): EffectiveRules {
  return {
    enabled: rules.every((each) => each?.enabled !== false),
    maxBytes: Math.min(
      limits.uploadBytes,
      ...rules.flatMap((each) =>
        each?.max_megabytes === undefined ? [] : [Math.floor(each.max_megabytes * 1024 * 1024)],
      ),
    ),
    types: fileTypeNames.filter((type) => rules.every((each) => each?.types?.includes(type) ?? true)),
  };
}
