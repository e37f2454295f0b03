import { Kbd, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';

interface Props {
  readonly title: string;
  /** What is done by which keys, as `Control+K`. */
  readonly shortcuts: readonly (readonly [name: string, keys: readonly string[]])[];
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Lists the keys of a page. */
export function ShortcutsDialog({ title, shortcuts, onClose, children }: Props) {
  return (
    <Dialog title={title} size="md" onClose={onClose}>
      <Table aria-label={title} verticalSpacing={5}>
        <Table.Tbody>
          {shortcuts.map(([name, keys]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              <Table.Td ta="end">
                {keys.map((key) => (
                  <KeyName key={key} keys={key} />
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {children}
    </Dialog>
  );
}

/** A key as labeled on keyboards. */
export function KeyName({ keys }: { readonly keys: string }) {
  const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
  const { t } = useTranslation('common');
  const control = isMac ? '⌘' : t('palette.keys').split(/[\s+]/)[0];
  const shown = keys
    .split('+')
    .map((key) => (key === 'Control' ? control : key.length === 1 ? key.toUpperCase() : key))
    .join(' ');
  return (
    <Kbd size="xs" ms={6} dir="ltr">
      {shown}
    </Kbd>
  );
}
