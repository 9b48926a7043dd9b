import { lazy, type ReactNode, Suspense, useState } from 'react'
import { reloadOnce } from '#web/lib/reload-once.ts'
import { Button } from './button.tsx'
import { EarlyTrigger, type Opening } from './early-trigger.tsx'

const preload = () => import('./dialog-parts.tsx')
const load = () => reloadOnce(preload)
const DialogRoot = lazy(async () => ({ default: (await load()).DialogRoot }))
const DialogClose = lazy(async () => ({ default: (await load()).DialogClose }))

export type DialogProps = Opening & {
	title: ReactNode
	/** Read out when it opens. */
	description?: ReactNode
	children: ReactNode
	/** One button that opens it; without one, steer it through `open`. */
	trigger?: ReactNode
	wide?: boolean
}

/** A modal sheet with a heading and a cross. Put DialogFoot last for its buttons. */
export function Dialog(props: DialogProps) {
	const [wanted, setWanted] = useState(false)
	const open = () => {
		setWanted(true)
		props.onOpenChange?.(true)
	}
	const early = props.trigger ? (
		<EarlyTrigger trigger={props.trigger} kind="dialog" preload={preload} onOpen={open} />
	) : null
	if (!wanted && !props.open) return early
	return (
		<Suspense fallback={early}>
			<DialogRoot {...props} />
		</Suspense>
	)
}

/** The line of buttons at the end of a dialog. */
export function DialogFoot({ children }: { children: ReactNode }) {
	return <div className="ui-dialog-foot">{children}</div>
}

/** A question before something that cannot be taken back. `onConfirm` runs when the named button is pressed. */
export function ConfirmDialog({
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
		<Dialog {...rest}>
			<DialogFoot>
				<DialogClose>
					<Button>Cancel</Button>
				</DialogClose>
				<Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
					{confirm}
				</Button>
			</DialogFoot>
		</Dialog>
	)
}
