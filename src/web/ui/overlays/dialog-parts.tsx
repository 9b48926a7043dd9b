import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { OverlayProps } from './deferred-overlay.tsx'
import './overlay.css'

/** `trigger` is the button that opens it; without one, control it through `open`. */
export type DialogProps = OverlayProps & {
	title: ReactNode
	/** Read out when it opens. */
	description?: ReactNode
	children: ReactNode
	wide?: boolean
}

/** The dialog; it is first rendered when it was opened, so it starts open. */
export function DialogRoot({ title, description, children, trigger, wide, ...opening }: DialogProps) {
	return (
		<Radix.Root defaultOpen {...opening}>
			{trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
			<Radix.Portal>
				<Radix.Overlay className="ui-scrim" />
				<Radix.Content
					className={classNames('ui-dialog', wide && 'ui-dialog-wide')}
					{...(description ? {} : { 'aria-describedby': undefined })}
				>
					<header className="ui-dialog-head">
						<Radix.Title>{title}</Radix.Title>
						<Radix.Close asChild>
							<Button variant="quiet" icon aria-label="Close">
								<X size={16} aria-hidden="true" />
							</Button>
						</Radix.Close>
					</header>
					<div className="ui-dialog-body">
						{description ? <Radix.Description>{description}</Radix.Description> : null}
						{children}
					</div>
				</Radix.Content>
			</Radix.Portal>
		</Radix.Root>
	)
}

/** Makes its only child, a button, close the dialog. */
export function DialogClose({ children }: { children: ReactNode }) {
	return <Radix.Close asChild>{children}</Radix.Close>
}
