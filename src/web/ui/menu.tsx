import { DropdownMenu } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './overlay.css'

/** A menu that opens from `trigger`, which must be one button. Fill it with MenuItem, MenuWords, MenuLine. */
export function Menu({
	trigger,
	children,
	align = 'start',
	...rest
}: {
	trigger: ReactNode
	children: ReactNode
	align?: 'start' | 'center' | 'end'
	open?: boolean
	onOpenChange?: (open: boolean) => void
}) {
	return (
		<DropdownMenu.Root modal={false} {...rest}>
			<DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
			<DropdownMenu.Portal>
				<DropdownMenu.Content
					className="ui-pop ui-menu"
					align={align}
					sideOffset={6}
					collisionPadding={8}
				>
					{children}
				</DropdownMenu.Content>
			</DropdownMenu.Portal>
		</DropdownMenu.Root>
	)
}

/** One choice. With `asChild` the only child (a link) becomes the item. */
export function MenuItem({
	danger = false,
	...rest
}: ComponentProps<typeof DropdownMenu.Item> & { danger?: boolean }) {
	return (
		<DropdownMenu.Item
			{...rest}
			className={classNames('ui-menu-item', danger && 'ui-menu-danger')}
		/>
	)
}

/** A choice that can be ticked. */
export function MenuCheck(props: ComponentProps<typeof DropdownMenu.CheckboxItem>) {
	return <DropdownMenu.CheckboxItem {...props} className="ui-menu-item" />
}

/** Quiet words inside a menu, as a heading. */
export function MenuWords({ children }: { children: ReactNode }) {
	return <DropdownMenu.Label className="ui-menu-words">{children}</DropdownMenu.Label>
}

/** A hairline between groups. */
export function MenuLine() {
	return <DropdownMenu.Separator className="ui-menu-line" />
}
