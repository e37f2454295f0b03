import { uploadRequest } from '../../contract/files.ts';
import type { Changer } from '../../operations/admin/admin.ts';
import {
  type DeskFilesPorts,
  readDeskUpload,
  requestDeskUpload,
} from '../../operations/handoff/desk-files.ts';
import { type Exchange, parameter, type Reply, readBody } from './exchange.ts';

type FilesExchange = Exchange<DeskFilesPorts, Changer>;

const namedIn = (exchange: FilesExchange) => ({
  tenantId: exchange.caller.tenantId,
  userId: exchange.caller.id,
  conversationId: parameter(exchange, 'conversationId'),
});

/** What the routes of humans' files do. */
export const deskFileRoutes = {
  'request-desk-upload': async (exchange: FilesExchange): Promise<Reply> => ({
    status: 201,
    body: await requestDeskUpload(exchange.admin, namedIn(exchange), readBody(exchange, uploadRequest)),
  }),
  'read-desk-upload': async (exchange: FilesExchange): Promise<Reply> => ({
    status: 200,
    body: await readDeskUpload(exchange.admin, namedIn(exchange), parameter(exchange, 'fileId')),
  }),
};
