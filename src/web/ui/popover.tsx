import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './overlay.css'

/** A small sheet that opens from `trigger` (one button) and may hold fields. `bare` leaves out the padding. */
export function Popover({
	trigger,
	label,
	children,
	align = 'start',
	bare = false,
	...rest
}: {
	trigger: ReactNode
	label: string
	children: ReactNode
	align?: 'start' | 'center' | 'end'
	bare?: boolean
	open?: boolean
	onOpenChange?: (open: boolean) => void
}) {
	return (
		<Radix.Root {...rest}>
			<Radix.Trigger asChild>{trigger}</Radix.Trigger>
			<Radix.Portal>
				<Radix.Content
					className={classNames('ui-pop', !bare && 'ui-pop-room')}
					aria-label={label}
					align={align}
					sideOffset={6}
					collisionPadding={8}
				>
					{children}
				</Radix.Content>
			</Radix.Portal>
		</Radix.Root>
	)
}
