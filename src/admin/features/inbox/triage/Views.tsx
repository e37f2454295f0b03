import { Button, Menu, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';
import { ConfirmDialog } from '../../../components/Dialog.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { readKept, useDeviceText } from '../../../components/use-device-text.ts';

const mostKept = 20;
const nameChars = 40;
/** The filters of the address, by the view's name. */
const keptViews = z.record(z.string(), z.record(z.string(), z.string()));
type Views = z.infer<typeof keptViews>;

/** The page whose views they are. */
type ViewsPage = 'inbox' | 'conversations';

/** A user's views: filters under a name, kept on this device. */
function useViews(page: ViewsPage): readonly [Views, (views: Views) => void] {
  const { session, tenantId } = useConsole();
  const [text, set] = useDeviceText(`gateway-admin.${page}-views.${session.user.id}.${tenantId}`);
  return [readKept(keptViews, text, {}), (views) => set(JSON.stringify(views))];
}

interface MenuProps {
  readonly page: ViewsPage;
  /** The parameters of the address that a view keeps. */
  readonly names: readonly string[];
}

/** Opens, saves and deletes views. */
export function ViewMenu({ page, names }: MenuProps) {
  const { t } = useTranslation('inbox');
  const [search, setSearch] = useSearch();
  const [views, keep] = useViews(page);
  const [isNaming, setNaming] = useState(false);
  const current = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
  const all = Object.entries(views);
  const isShown = (view: Views[string]) => names.every((name) => view[name] === current[name]);
  const shown = all.find(([, view]) => isShown(view))?.[0];
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="subtle" size="compact-sm">
            {shown ?? t('views.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {all.map(([name, view]) => (
            <Menu.Item
              key={name}
              aria-current={name === shown}
              onClick={() => setSearch(Object.fromEntries(names.map((one) => [one, view[one] ?? null])))}
            >
              <bdi>{name}</bdi>
            </Menu.Item>
          ))}
          {all.length > 0 && <Menu.Divider />}
          <Menu.Item
            disabled={all.length >= mostKept || Object.keys(current).length === 0}
            onClick={() => setNaming(true)}
          >
            {t('views.save')}
          </Menu.Item>
          {shown !== undefined && (
            <Menu.Item
              color="red"
              onClick={() => keep(Object.fromEntries(all.filter(([name]) => name !== shown)))}
            >
              {t('views.remove', { name: shown })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog onName={(name) => keep({ ...views, [name]: current })} onClose={() => setNaming(false)} />
      )}
    </>
  );
}

interface NameProps {
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameDialog({ onName, onClose }: NameProps) {
  const { t } = useTranslation('inbox');
  const write = useWrite();
  const [name, setName] = useState('');
  return (
    <ConfirmDialog
      title={t('views.save')}
      button={t('savedReplies.save')}
      isReady={name.trim() !== ''}
      write={write}
      onClose={onClose}
      onConfirm={() => {
        onName(name.trim());
        onClose();
      }}
    >
      <TextInput
        label={t('savedReplies.name')}
        description={t('views.hint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={nameChars}
        autoComplete="off"
        required
      />
    </ConfirmDialog>
  );
}
