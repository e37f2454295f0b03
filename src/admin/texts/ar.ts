import { audit } from './ar/audit.ts';
import { canvas } from './ar/canvas.ts';
import { channels } from './ar/channels.ts';
import { conversations } from './ar/conversations.ts';
import { flows } from './ar/flows.ts';
import { frame } from './ar/frame.ts';
import { problems } from './ar/problems.ts';
import { refusals } from './ar/refusals.ts';
import { replay } from './ar/replay.ts';
import { secrets } from './ar/secrets.ts';
import { serviceKeys } from './ar/service-keys.ts';
import { states } from './ar/states.ts';
import { tenants } from './ar/tenants.ts';
import { users } from './ar/users.ts';
import { widgets } from './ar/widgets.ts';
import type { Texts } from './shape.ts';

export const ar: Texts = {
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
