import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type RoleName, roleNames } from '../../../../contract/roles.ts';

/** Returns the roles that a user can give: up to their own. @see design 9 "Users" */
export function rolesUpTo(own: RoleName): readonly RoleName[] {
  return roleNames.slice(0, roleNames.indexOf(own) + 1);
}

interface Props {
  readonly roles: readonly RoleName[];
  readonly value: RoleName | null;
  readonly disabled?: boolean;
  readonly onChange: (role: RoleName) => void;
}

/** Offers roles as cards, each with what it allows. */
export function RoleField({ roles, value, disabled = false, onChange }: Props) {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <Radio.Group
      label={t('users.role')}
      value={value ?? ''}
      onChange={(role) => onChange(roleNames.find((one) => one === role) ?? 'viewer')}
    >
      <Stack gap="xs" mt={4}>
        {roles.map((role) => (
          <Radio.Card key={role} value={role} radius="md" disabled={disabled} className="role-card">
            <Radio.Indicator disabled={disabled} />
            <span>
              <span className="role-name">{t(`common:roles.${role}`)}</span>
              <span className="quiet hint">{t(`users.allows.${role}`)}</span>
            </span>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}
