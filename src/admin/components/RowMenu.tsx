import { ActionIcon, type ActionIconProps, Button, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import type { AriaAttributes, ComponentProps, ReactNode } from 'react';

interface Item {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isDangerous?: boolean;
  readonly onClick: () => void;
}

/** An entry of a menu; false is none. */
export type MenuItem = Item | false | undefined;

interface Props extends Pick<ActionIconProps, 'variant' | 'size' | 'loading'> {
  /** Names whose menu it is. */
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** Less common actions, behind three dots. */
export function RowMenu({ label, items, variant = 'subtle', size, loading = false }: Props) {
  return (
    // Within the page: in a portal its entries would be in no landmark.
    <Menu withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          className="above-row"
          variant={variant}
          color="gray"
          {...(size !== undefined && { size })}
          loading={loading}
          aria-label={label}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(
          (item) =>
            item && (
              <Menu.Item
                key={item.label}
                leftSection={item.icon}
                {...(item.isDangerous && { color: 'red' })}
                onClick={item.onClick}
              >
                {item.label}
              </Menu.Item>
            ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface IconButtonProps extends ActionIconProps, AriaAttributes {
  readonly label: string;
  readonly onClick: () => void;
}

/** A button that shows an icon, and its label in a tooltip. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} {...rest} />;
}

/** One of the actions of a panel. */
export const SmallButton = Button.withProps({ variant: 'default', size: 'compact-md' });

/** A button among words, which looks like a link. */
export function TextButton(props: ComponentProps<'button'>) {
  return <button type="button" className="text-button" {...props} />;
}
