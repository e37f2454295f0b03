import { audit } from './en/audit.ts';
import { canvas } from './en/canvas.ts';
import { channels } from './en/channels.ts';
import { conversations } from './en/conversations.ts';
import { flows } from './en/flows.ts';
import { frame } from './en/frame.ts';
import { problems } from './en/problems.ts';
import { refusals } from './en/refusals.ts';
import { replay } from './en/replay.ts';
import { secrets } from './en/secrets.ts';
import { serviceKeys } from './en/service-keys.ts';
import { states } from './en/states.ts';
import { tenants } from './en/tenants.ts';
import { users } from './en/users.ts';
import { widgets } from './en/widgets.ts';

/** English; other languages are held to its shape by the compiler. */
export const en = {
  audit,
  canvas,
  channels,
  conversations,
  flows,
  frame,
  problems,
  refusals,
  replay,
  secrets,
  states,
  tenants,
  serviceKeys,
  users,
  widgets,
};
