import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { OverlayProps } from './deferred-overlay.tsx'
import './overlay.css'

export type MenuProps = OverlayProps & {
	trigger: ReactNode
	children: ReactNode
	align?: 'start' | 'center' | 'end'
}

/** The menu; it is first rendered when it was opened, so it starts open. */
export function MenuRoot({ trigger, children, align = 'start', ...opening }: MenuProps) {
	return (
		<DropdownMenu.Root modal={false} defaultOpen {...opening}>
			<DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
			<DropdownMenu.Portal>
				<DropdownMenu.Content className="ui-pop ui-menu" align={align} sideOffset={6} collisionPadding={8}>
					{children}
				</DropdownMenu.Content>
			</DropdownMenu.Portal>
		</DropdownMenu.Root>
	)
}

/** One action; `danger` for irreversible ones. */
export function MenuItem({ danger = false, ...rest }: ComponentProps<typeof DropdownMenu.Item> & { danger?: boolean }) {
	return <DropdownMenu.Item {...rest} className={classNames('ui-menu-item', danger && 'ui-menu-danger')} />
}

/** A choice with a check mark while it is in force. */
export function MenuChoice({
	checked,
	children,
	onSelect,
}: {
	checked: boolean
	children: ReactNode
	onSelect: () => void
}) {
	return (
		<DropdownMenu.CheckboxItem role="menuitemradio" className="ui-menu-item" checked={checked} onSelect={onSelect}>
			<Check size={16} aria-hidden="true" style={{ visibility: checked ? 'visible' : 'hidden' }} />
			{children}
		</DropdownMenu.CheckboxItem>
	)
}

/** Text in a menu that is not an item. */
export function MenuLabel({ children }: { children: ReactNode }) {
	return <DropdownMenu.Label className="ui-menu-words">{children}</DropdownMenu.Label>
}

/** Separates groups of items. */
export function MenuSeparator() {
	return <DropdownMenu.Separator className="ui-menu-line" />
}
