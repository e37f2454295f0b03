import { audit } from './de/audit.ts';
import { canvas } from './de/canvas.ts';
import { channels } from './de/channels.ts';
import { conversations } from './de/conversations.ts';
import { flows } from './de/flows.ts';
import { frame } from './de/frame.ts';
import { problems } from './de/problems.ts';
import { refusals } from './de/refusals.ts';
import { replay } from './de/replay.ts';
import { secrets } from './de/secrets.ts';
import { serviceKeys } from './de/service-keys.ts';
import { states } from './de/states.ts';
import { tenants } from './de/tenants.ts';
import { users } from './de/users.ts';
import { widgets } from './de/widgets.ts';
import type { Texts } from './shape.ts';

export const de: Texts = {
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
