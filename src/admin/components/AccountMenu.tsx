import {
  Avatar,
  Button,
  Group,
  Menu,
  Stack,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import IconHeadset from '@tabler/icons-react/icons/IconHeadset';
import IconId from '@tabler/icons-react/icons/IconId';
import IconLogout from '@tabler/icons-react/icons/IconLogout';
import IconMoon from '@tabler/icons-react/icons/IconMoon';
import IconSun from '@tabler/icons-react/icons/IconSun';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, type Language, languages } from '../locales/i18n.ts';
import { useLanguage } from '../locales/use-language.ts';
import { useOnlyAnswers } from './areas.ts';
import { useRole, useSignedIn } from './console-context.ts';
import { Dialog } from './Dialog.tsx';
import { lazyPart } from './Loaded.tsx';
import { unsavedWork } from './unsaved-work.ts';

const PermissionsDialog = lazyPart(() => import('./PermissionsDialog.tsx'), 'PermissionsDialog');

/** The signed-in user's menu: language, theme, agent mode, and sign-out. */
export function AccountMenu() {
  const { t } = useTranslation('common');
  const { session, onSignOut } = useSignedIn();
  const { may } = useRole();
  const [onlyAnswers, chooseOnlyAnswers] = useOnlyAnswers();
  const [isAsked, setAsked] = useState(false);
  const [isOfRole, setOfRole] = useState(false);
  const { email, name, id } = session.user;
  const who = email ?? name ?? id;
  return (
    <>
      <Menu position="top-start" width={260} withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <UnstyledButton className="rail-link">
            <Avatar size={24} name={name ?? who} color="brand" aria-hidden />
            <span className="rail-label">
              {name ?? who}
              <span className="only-read">: {t('rail.account')}</span>
            </span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Who />
          <Menu.Divider />
          <Languages />
          <Menu.Divider />
          <ThemeItem />
          <Menu.Item leftSection={<IconId size={16} />} onClick={() => setOfRole(true)}>
            {t('permissions')}
          </Menu.Item>
          {may('conversations:answer') && (
            <Menu.Item
              leftSection={<IconHeadset size={16} />}
              onClick={() => chooseOnlyAnswers(!onlyAnswers)}
            >
              {onlyAnswers ? t('showAll') : t('onlyAnswers')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            onClick={() => (unsavedWork().length > 0 ? setAsked(true) : onSignOut())}
          >
            {t('signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOfRole && <PermissionsDialog onClose={() => setOfRole(false)} />}
      {isAsked && <UnsavedDialog onClose={() => setAsked(false)} onSignOut={onSignOut} />}
    </>
  );
}

function ThemeItem() {
  const { t } = useTranslation('common');
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return (
    <Menu.Item
      leftSection={other === 'dark' ? <IconMoon size={16} /> : <IconSun size={16} />}
      onClick={() => setColorScheme(other)}
    >
      {other === 'dark' ? t('toDark') : t('toLight')}
    </Menu.Item>
  );
}

function Who() {
  const { t } = useTranslation('common');
  const { role } = useRole();
  const { email, name, id } = useSignedIn().session.user;
  const who = email ?? name ?? id;
  return (
    <Stack gap={0} px="sm" py={4} fz="sm" className="who">
      <Text span inherit fw={600}>
        {name ?? who}
      </Text>
      {name !== undefined && <span className="quiet">{who}</span>}
      <span className="quiet">
        {t('role')}: {t(`roles.${role}`)}
      </span>
    </Stack>
  );
}

/** All languages, each named in itself. */
function Languages() {
  const { t } = useTranslation('common');
  return (
    <Menu.RadioGroup value={useLanguage()} onChange={(one) => void changeLanguage(one as Language)}>
      <Menu.Label>{t('language')}</Menu.Label>
      {Object.entries(languages).map(([one, name]) => (
        <Menu.RadioItem key={one} value={one} lang={one} closeMenuOnClick>
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

interface UnsavedProps {
  readonly onClose: () => void;
  readonly onSignOut: () => void;
}

/** Asks before signing out if unsaved changes would be lost. */
function UnsavedDialog({ onClose, onSignOut }: UnsavedProps) {
  const { t } = useTranslation('common');
  return (
    <Dialog title={t('unsaved.title')} onClose={onClose}>
      <Stack>
        <Text>{t('unsaved.what')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button color="red" onClick={onSignOut}>
            {t('unsaved.button')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
