import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { OverlayProps } from './deferred-overlay.tsx'
import './overlay.css'

export type PopoverProps = OverlayProps & {
	trigger: ReactNode
	label: string
	children: ReactNode
	align?: 'start' | 'center' | 'end'
	/** Removes the padding. */
	bare?: boolean
}

/** The popover; it is first rendered when it was opened, so it starts open. */
export function PopoverRoot({ trigger, label, children, align = 'start', bare = false, ...opening }: PopoverProps) {
	return (
		<Radix.Root defaultOpen {...opening}>
			<Radix.Trigger asChild>{trigger}</Radix.Trigger>
			<Radix.Portal>
				<Radix.Content
					className={classNames('ui-pop', !bare && 'ui-pop-padded')}
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
