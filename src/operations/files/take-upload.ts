import type { Tenant } from '../../contract/directory.ts';
import type { UploadRules } from '../../contract/files.ts';
import { type FileType, fileTypeNames } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { tooManyUploads, type UploadsOf } from '../../domain/problems.ts';
import type { Gateway } from '../gateway.ts';

/** Who uploads (a session, an address or a person), with the hourly limit. */
export type Counted = readonly [per: Exclude<UploadsOf, 'tenant'>, owner: string, limit: number];

/**
 * Counts an upload by the uploader and then by the tenant, so that a rejected uploader doesn't use the tenant's
 * limit.
 * @throws `too_many_uploads`
 * @see design 14
 */
export async function countUpload(
  { uploadAllowance, nowMs }: Pick<Gateway, 'uploadAllowance' | 'nowMs'>,
  { id, uploads_per_hour: perHour = limits.uploadsPerTenant }: Pick<Tenant, 'id' | 'uploads_per_hour'>,
  counted: readonly Counted[],
): Promise<void> {
  const all = [
    ...counted.map(([per, owner, limit]) => ({ per, key: `${id}#${per}#${owner}`, limit })),
    { per: 'tenant' as const, key: `${id}#all`, limit: perHour },
  ];
  for (const { per, key, limit } of all) {
    const taken = await uploadAllowance.take(key, limit);
    if (!taken.ok) throw tooManyUploads(limit, per, taken.retryAtMs - nowMs());
  }
}

/** The accepted files of tenant and widget together. */
export interface EffectiveRules {
  readonly enabled: boolean;
  readonly maxBytes: number;
  readonly types: readonly FileType[];
}

/** If tenant and widget both set a rule, the stricter applies. @see docs/decisions/files.md */
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
