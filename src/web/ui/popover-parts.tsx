import { Popover as Radix } from 'radix-ui'
import { classNames } from './class-names.ts'
import type { PopoverProps } from './popover.tsx'
import './overlay.css'

/** The popover itself; it is first drawn when somebody opened it, so it starts open. */
export function PopoverRoot({
	trigger,
	label,
	children,
	align = 'start',
	bare = false,
	...opening
}: PopoverProps) {
	return (
		<Radix.Root defaultOpen {...opening}>
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
