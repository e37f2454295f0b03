import type { SimulatedAccount } from './accounts.ts';
import { dialog360 } from './cloud-api/dialog-360.ts';
import { whatsapp } from './cloud-api/whatsapp.ts';
import { contactCenter } from './contact-center/contact-center.ts';
import type { Provider } from './provider.ts';

/** Who stands behind each channel. */
export const providers = {
  chatapp: whatsapp,
  'chatapp-360': dialog360,
  contactcenter: contactCenter,
} as const satisfies Record<SimulatedAccount['channel'], Provider>;

/** The provider whose API a path is of. */
export function providerAt(path: string): Provider | undefined {
  return Object.values(providers).find(({ prefix }) => path.startsWith(prefix));
}
