import { button, byId } from './elements.ts';
import type { UserMessage } from './protocol.ts';

/** What can be sent besides words. */
const samples: readonly (readonly [label: string, message: UserMessage])[] = [
  ['Picture', { type: 'image', caption: 'My receipt' }],
  ['Voice', { type: 'audio' }],
  ['Video', { type: 'video', caption: 'Unboxing' }],
  ['Document', { type: 'document', filename: 'contract.pdf', mimeType: 'application/pdf' }],
  ['Sticker', { type: 'sticker' }],
  ['Place', { type: 'location', latitude: 48.858093, longitude: 2.294694, name: 'Eiffel Tower' }],
  ['Contact', { type: 'contacts', names: ['Grace Hopper'] }],
  ['Poll (unsupported)', { type: 'unsupported' }],
  ['Hologram (unknown)', { type: 'unknown' }],
];

/** The sheet of other things to send, opened by the `+` button and closed by Escape. */
export function createAttachments(say: (message: UserMessage) => void): void {
  const sheet = byId('attachments', HTMLFieldSetElement);
  const opener = byId('attach', HTMLButtonElement);
  const show = (open: boolean) => {
    sheet.hidden = !open;
    opener.setAttribute('aria-expanded', String(open));
  };
  sheet.append(
    ...samples.map(([label, message]) =>
      button(label, () => {
        show(false);
        opener.focus();
        say(message);
      }),
    ),
  );
  opener.addEventListener('click', () => show(sheet.hidden));
  sheet.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    show(false);
    opener.focus();
  });
}
