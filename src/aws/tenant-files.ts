import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { cleanPrefix, incomingPrefix } from '../contract/files.ts';
import type { TenantFiles } from '../ports/tenant-data.ts';
import { S3Objects } from './s3-objects.ts';

/** A tenant's files lie under the days on which they go: all keys are read for them, once, when the tenant goes. */
export class TenantFilesBucket implements TenantFiles {
  readonly #s3: S3Client;
  readonly #bucket: string;

  constructor(s3: S3Client, bucket: string) {
    this.#s3 = s3;
    this.#bucket = bucket;
  }

  async removeOf(tenantId: string): Promise<number> {
    const folder = encodeURIComponent(tenantId);
    const incoming = await this.#removeUnder(`${incomingPrefix}${folder}/`, () => true);
    return incoming + (await this.#removeUnder(cleanPrefix, (key) => key.split('/')[2] === folder));
  }

  async #removeUnder(Prefix: string, isTheirs: (key: string) => boolean): Promise<number> {
    const objects = new S3Objects(this.#s3, this.#bucket);
    let removed = 0;
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client: this.#s3 },
      { Bucket: this.#bucket, Prefix },
    )) {
      const keys = Contents.flatMap(({ Key = '' }) => (isTheirs(Key) ? [Key] : []));
      await objects.remove(keys);
      removed += keys.length;
    }
    return removed;
  }
}
