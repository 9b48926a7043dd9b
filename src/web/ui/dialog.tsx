import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import './overlay.css'

type DialogProps = {
	title: ReactNode
	/** Read out when it opens. */
	description?: ReactNode
	children: ReactNode
	trigger?: ReactNode
	wide?: boolean
	open?: boolean
	onOpenChange?: (open: boolean) => void
}

/** A modal sheet with a heading and a cross. Put DialogFoot last for its buttons. */
export function Dialog({ title, description, children, trigger, wide, ...rest }: DialogProps) {
	return (
		<Radix.Root {...rest}>
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

/** The line of buttons at the end of a dialog. */
export function DialogFoot({ children }: { children: ReactNode }) {
	return <div className="ui-dialog-foot">{children}</div>
}

/** A question before something that cannot be taken back. `onConfirm` runs when the named button is pressed. */
export function ConfirmDialog({
	title,
	description,
	confirm,
	busy = false,
	danger = true,
	onConfirm,
	...rest
}: Omit<DialogProps, 'children'> & {
	confirm: string
	busy?: boolean
	danger?: boolean
	onConfirm: () => void
}) {
	return (
		<Dialog title={title} description={description} {...rest}>
			<DialogFoot>
				<Radix.Close asChild>
					<Button>Cancel</Button>
				</Radix.Close>
				<Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
					{confirm}
				</Button>
			</DialogFoot>
		</Dialog>
	)
}
