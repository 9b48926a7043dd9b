import { DropdownMenu } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Opening } from './early-trigger.tsx'
import './overlay.css'

/** The menu itself; it is first drawn when somebody opened it, so it starts open. */
export function MenuRoot({
	trigger,
	children,
	align = 'start',
	...opening
}: Opening & {
	trigger: ReactNode
	children: ReactNode
	align?: 'start' | 'center' | 'end'
}) {
	return (
		<DropdownMenu.Root modal={false} defaultOpen {...opening}>
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

/** One thing to do; `danger` for what cannot be undone. */
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

/** Words in a menu that are nothing to press. */
export function MenuWords({ children }: { children: ReactNode }) {
	return <DropdownMenu.Label className="ui-menu-words">{children}</DropdownMenu.Label>
}

/** Parts one group of items from the next. */
export function MenuLine() {
	return <DropdownMenu.Separator className="ui-menu-line" />
}
