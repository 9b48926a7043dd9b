import { lazy, type ReactNode, Suspense, useState } from 'react'
import { importWithReload } from '#web/lib/loading/import-with-reload.ts'
import { Button } from '#web/ui/button.tsx'
import { DeferredTrigger } from './deferred-trigger.tsx'
import type { DialogProps } from './dialog-parts.tsx'

const preload = () => import('./dialog-parts.tsx')
const load = () => importWithReload(preload)
const DialogRoot = lazy(async () => ({ default: (await load()).DialogRoot }))
const DialogClose = lazy(async () => ({ default: (await load()).DialogClose }))

/** A modal dialog with a heading and a close button. Put DialogFooter last for its buttons. */
export function Dialog(props: DialogProps) {
	const [wanted, setWanted] = useState(false)
	const open = () => {
		setWanted(true)
		props.onOpenChange?.(true)
	}
	const deferredTrigger = props.trigger ? (
		<DeferredTrigger trigger={props.trigger} kind="dialog" preload={preload} onOpen={open} />
	) : null
	if (!wanted && !props.open) return deferredTrigger
	return (
		<Suspense fallback={deferredTrigger}>
			<DialogRoot {...props} />
		</Suspense>
	)
}

/** The row of buttons at the end of a dialog. */
export function DialogFooter({ children }: { children: ReactNode }) {
	return <div className="ui-dialog-foot">{children}</div>
}

/** A confirmation before an irreversible action. `onConfirm` runs when the named button is pressed. */
export function ConfirmDialog({
	confirm,
	busy = false,
	disabled,
	onConfirm,
	children,
	...rest
}: Omit<DialogProps, 'children'> & {
	confirm: string
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
					<Button>Cancel</Button>
				</DialogClose>
				<Button variant="danger" busy={busy} disabled={disabled} onClick={onConfirm}>
					{confirm}
				</Button>
			</DialogFooter>
		</Dialog>
	)
}
