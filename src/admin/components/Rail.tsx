import { ActionIcon, Drawer, Kbd, Stack, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconLayoutSidebar from '@tabler/icons-react/icons/IconLayoutSidebar';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import IconSelector from '@tabler/icons-react/icons/IconSelector';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceStorage } from '../../browser/storage.ts';
import { tenantsQuery } from '../features/tenants/queries.ts';
import icon from '../icon.svg';
import { AccountMenu } from './AccountMenu.tsx';
import { type Entry, useGroups, useListedAreas } from './areas.ts';
import { useConsole } from './console-context.ts';
import { useWaiting } from './inbox-presence.ts';
import { lazyPart } from './Loaded.tsx';
import { useGoTo, usePath } from './navigation.ts';
import { PageLink } from './PageHeader.tsx';

const CommandPalette = lazyPart(() => import('./CommandPalette.tsx'), 'CommandPalette');

/** The number of links in the bottom bar on a narrow page, contacts last; the others are behind More. */
const inBar = 4;

/** The navigation for the user's role, in groups: a collapsible sidebar, or a bottom bar on a narrow page. */
export function Rail() {
  const { t } = useTranslation('common');
  const groups = useGroups(useListedAreas());
  const [isFolded, fold] = useFolded();
  const [isSearching, setSearching] = useState(false);
  const search = () => {
    // Not above another dialog: what is done there has to be ended first.
    if (!document.querySelector('[role=dialog]')) setSearching(true);
  };
  useHotkeys(
    [
      ['mod+K', search],
      ['mod+B', () => fold(!isFolded)],
    ],
    [],
  );
  const all = groups.flatMap(({ entries }) => entries);
  const byUse = all.toSorted(
    (one, other) => Number(one.path === 'contacts') - Number(other.path === 'contacts'),
  );
  const bar = byUse.slice(0, inBar);
  const rest = all.filter((entry) => !bar.includes(entry));
  return (
    <nav aria-label={t('navigation')} className={isFolded ? 'rail rail-folded' : 'rail'}>
      <RailHead isFolded={isFolded} onFold={fold} />
      <SearchButton onClick={search} />
      <div className="rail-groups">
        {groups.map(({ name, entries }) => (
          <div key={name} className="rail-group">
            {name !== null && (
              <div className="rail-label rail-group-name" aria-hidden>
                {name}
              </div>
            )}
            <ul {...(name !== null && { 'aria-label': name })}>
              {entries.map((entry) => (
                <li key={entry.path} className={bar.includes(entry) ? undefined : 'not-in-bar'}>
                  <RailLink entry={entry} isFolded={isFolded} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <More rest={rest} />
      <div className="rail-foot">
        <AccountMenu />
      </div>
      {isSearching && <CommandPalette onClose={() => setSearching(false)} />}
    </nav>
  );
}

interface RailHeadProps {
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}

function RailHead({ isFolded, onFold }: RailHeadProps) {
  const { t } = useTranslation('common');
  return (
    <div className="rail-head">
      <img src={icon} alt="" width="24" height="24" />
      <TenantSwitch />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        className="rail-fold"
        aria-label={isFolded ? t('rail.expand') : t('rail.collapse')}
        aria-keyshortcuts="Control+B Meta+B"
        onClick={() => onFold(!isFolded)}
      >
        <IconLayoutSidebar size={18} />
      </ActionIcon>
    </div>
  );
}

interface SearchButtonProps {
  readonly onClick: () => void;
}

function SearchButton({ onClick }: SearchButtonProps) {
  const { t } = useTranslation('common');
  return (
    <UnstyledButton className="rail-link rail-search" aria-keyshortcuts="Control+K Meta+K" onClick={onClick}>
      <IconSearch size={18} />
      <span className="rail-label">{t('rail.search')}</span>
      <Kbd size="xs" className="rail-label">
        {t('rail.searchKeys')}
      </Kbd>
    </UnstyledButton>
  );
}

interface RailLinkProps {
  readonly entry: Entry;
  readonly isFolded: boolean;
}

function RailLink({ entry: { path, name, Icon }, isFolded }: RailLinkProps) {
  return (
    <PageLink path={path} isArea className="rail-link" title={isFolded ? name : undefined}>
      <Icon size={18} aria-hidden />
      <span className="rail-label">{name}</span>
      {path === 'inbox' && <Waiting />}
    </PageLink>
  );
}

/** The number of visitors who wait for an agent. */
function Waiting() {
  const { t } = useTranslation('common');
  const count = useWaiting();
  if (count === 0) return null;
  return (
    <span className="rail-count">
      {count} <span className="only-read">{t('waiting')}</span>
    </span>
  );
}

interface MoreProps {
  readonly rest: readonly Entry[];
}

/** The links for which the bottom bar has no room. */
function More({ rest }: MoreProps) {
  const { t } = useTranslation('common');
  const path = usePath();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // A link that was followed closes it.
  useEffect(() => setOpenAt((at) => (at === path ? at : null)), [path]);
  return (
    <>
      <UnstyledButton className="rail-link more" aria-haspopup="dialog" onClick={() => setOpenAt(path)}>
        <IconDots size={18} />
        <span className="rail-label">{t('more')}</span>
      </UnstyledButton>
      <Drawer.Root opened={openAt !== null} onClose={() => setOpenAt(null)} position="bottom" size="auto">
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('more')}>
          <Drawer.Body>
            <Stack gap={2} className="more-links">
              {rest.map((entry) => (
                <RailLink key={entry.path} entry={entry} isFolded={false} />
              ))}
              <AccountMenu />
            </Stack>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}

const foldedKey = 'gateway-admin.rail-folded';

/** Whether the sidebar is collapsed on this device; the editor has its own setting. */
function useFolded(): readonly [boolean, (isFolded: boolean) => void] {
  const isEditor = /\/edit$/.test(usePath());
  const key = isEditor ? `${foldedKey}.editor` : foldedKey;
  const [kept, setKept] = useState<Readonly<Record<string, string | null>>>({});
  const value = kept[key] ?? deviceStorage.getItem(key) ?? (isEditor ? '1' : '0');
  const fold = (isFolded: boolean) => {
    const next = isFolded ? '1' : '0';
    deviceStorage.setItem(key, next);
    setKept({ ...kept, [key]: next });
  };
  return [value === '1', fold];
}

const PickDialog = lazyPart(() => import('./PickDialog.tsx'), 'PickDialog');

const shownMost = 20;

/** The tenant that is worked in; a super-admin may go to another. */
function TenantSwitch() {
  const { t } = useTranslation('common');
  const { session, tenantId } = useConsole();
  const [isOpen, setOpen] = useState(false);
  if (!session.roles.includes('super-admin'))
    return <span className="rail-label tenant-name">{session.tenantId}</span>;
  return (
    <>
      <UnstyledButton
        className="rail-label tenant-name"
        aria-label={`${tenantId}: ${t('switchTenant')}`}
        onClick={() => setOpen(true)}
      >
        {tenantId} <IconSelector size={14} />
      </UnstyledButton>
      {isOpen && <Tenants onClose={() => setOpen(false)} />}
    </>
  );
}

/** All tenants as far as they are loaded; one of ten thousand is typed. */
function Tenants({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  const goTo = useGoTo();
  const [text, setText] = useState('');
  const { data = [] } = useInfiniteQuery(tenantsQuery);
  const wanted = text.trim();
  const known = data
    .map(({ tenant }) => ({ id: tenant.id, name: tenant.id, about: tenant.name ?? '' }))
    .filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(wanted.toLowerCase()));
  const typed =
    known.some(({ id }) => id === wanted) || wanted === '' ? [] : [{ id: wanted, name: wanted, about: '' }];
  const found = [
    ...known.filter(({ id }) => id === wanted),
    ...typed,
    ...known.filter(({ id }) => id !== wanted),
  ];
  return (
    <PickDialog
      title={t('switchTenant')}
      label={t('tenantId')}
      text={text}
      onText={setText}
      found={found.slice(0, shownMost).map((one) => ({
        ...one,
        run: () => {
          onClose();
          goTo('', { tenantId: one.id });
        },
      }))}
      onClose={onClose}
    />
  );
}
