import { audit } from './fr/audit.ts';
import { canvas } from './fr/canvas.ts';
import { channels } from './fr/channels.ts';
import { conversations } from './fr/conversations.ts';
import { flows } from './fr/flows.ts';
import { frame } from './fr/frame.ts';
import { problems } from './fr/problems.ts';
import { refusals } from './fr/refusals.ts';
import { replay } from './fr/replay.ts';
import { secrets } from './fr/secrets.ts';
import { serviceKeys } from './fr/service-keys.ts';
import { states } from './fr/states.ts';
import { tenants } from './fr/tenants.ts';
import { users } from './fr/users.ts';
import { widgets } from './fr/widgets.ts';
import type { Texts } from './shape.ts';

export const fr: Texts = {
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
