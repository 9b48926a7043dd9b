import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import type { DialogProps } from './dialog.tsx'
import './overlay.css'

/** The dialog itself; it is first drawn when somebody opened it, so it starts open. */
export function DialogRoot({
	title,
	description,
	children,
	trigger,
	wide,
	...opening
}: DialogProps) {
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

/** Makes the one button inside it close the dialog. */
export function DialogClose({ children }: { children: ReactNode }) {
	return <Radix.Close asChild>{children}</Radix.Close>
}
