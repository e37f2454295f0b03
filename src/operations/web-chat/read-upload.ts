import type { OnCaller } from '../../channels/webchat-http/verify.ts';
import { fileId as fileIdSchema, type UploadState } from '../../contract/files.ts';
import { FileNotFoundError } from '../../domain/file-errors.ts';
import { readAddress } from '../files/read-address.ts';
import { kindOf } from '../files/take-upload.ts';
import type { Gateway } from '../gateway.ts';
import { forUploader, type UploadCall, type UploaderPorts } from './identify-uploader.ts';

const isFileId = (given: string) => fileIdSchema.safeParse(given).success;

/**
 * What became of a visitor's upload.
 * @throws GatewayError of the check that failed
 * @throws FileNotFoundError for another visitor's, or an expired one
 * @see design 14
 */
export function readUpload(
  gateway: UploaderPorts & Pick<Gateway, 'addresses' | 'files' | 'nowMs'>,
  request: UploadCall,
  fileId: string,
  onCaller: OnCaller,
): Promise<UploadState> {
  return forUploader(gateway, request, onCaller, async ({ caller: { tenant }, visitor }) => {
    const file = isFileId(fileId) ? await gateway.files.find(tenant.id, fileId) : null;
    const isTheirs = file?.session !== null && visitor.sessions.includes(file?.session ?? '');
    if (!file || !isTheirs || file.expiresAtS * 1000 <= gateway.nowMs()) throw new FileNotFoundError(fileId);
    const { status, mimeType, filename, sizeBytes, reason } = file;
    const url = await readAddress(gateway, file);
    return {
      fileId,
      status,
      type: kindOf(mimeType),
      mimeType,
      filename,
      ...(sizeBytes !== undefined && { sizeBytes }),
      ...(reason !== undefined && { reason }),
      ...(url !== null && { url }),
    };
  });
}
