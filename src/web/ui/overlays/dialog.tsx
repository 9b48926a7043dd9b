import type { ReactNode } from 'react'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { Button } from '#web/ui/button.tsx'
import { DeferredOverlay } from './deferred-overlay.tsx'
import type { DialogProps } from './dialog-parts.tsx'

const preload = () => import('./dialog-parts.tsx')
const DialogRoot = lazyComponent(async () => (await preload()).DialogRoot)
const DialogClose = lazyComponent(async () => (await preload()).DialogClose)

/** A modal dialog with a heading and a close button. Put DialogFooter last for its buttons. */
export function Dialog(props: DialogProps) {
	return <DeferredOverlay kind="dialog" preload={preload} Root={DialogRoot} overlay={props} />
}

/** The row of buttons at the end of a dialog. */
export function DialogFooter({ children }: { children: ReactNode }) {
	return (
		<div className="ui-dialog-foot" data-keep-clear>
			{children}
		</div>
	)
}

/** A confirmation before an irreversible action. `onConfirm` runs when the named button is pressed. */
export function ConfirmDialog({
	confirm,
	dismiss = 'Cancel',
	busy = false,
	disabled,
	onConfirm,
	children,
	...rest
}: Omit<DialogProps, 'children'> & {
	confirm: string
	/** The button that changes nothing. */
	dismiss?: string
	busy?: boolean
	disabled?: boolean
	/** A field or an error before the buttons. */
	children?: ReactNode
	onConfirm: () => void
}) {
	return (
		<Dialog {...rest}>
			{children}
			<DialogFooter>
				<DialogClose>
					<Button>{dismiss}</Button>
				</DialogClose>
				<Button variant="danger" busy={busy} disabled={disabled} onClick={onConfirm}>
					{confirm}
				</Button>
			</DialogFooter>
		</Dialog>
	)
}
