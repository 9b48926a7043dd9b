import { lazy, type ReactNode, Suspense, useState } from 'react'
import { reloadOnce } from '#web/lib/reload-once.ts'
import { EarlyTrigger, type Opening } from './early-trigger.tsx'

const preload = () => import('./popover-parts.tsx')
const load = () => reloadOnce(preload)
const PopoverRoot = lazy(async () => ({ default: (await load()).PopoverRoot }))

export type PopoverProps = Opening & {
	trigger: ReactNode
	label: string
	children: ReactNode
	align?: 'start' | 'center' | 'end'
	/** Leaves out the padding. */
	bare?: boolean
}

/** A small sheet that opens from `trigger` (one button) and may hold fields. */
export function Popover(props: PopoverProps) {
	const [wanted, setWanted] = useState(false)
	const open = () => {
		setWanted(true)
		props.onOpenChange?.(true)
	}
	const early = (
		<EarlyTrigger trigger={props.trigger} kind="dialog" preload={preload} onOpen={open} />
	)
	if (!wanted && !props.open) return early
	return (
		<Suspense fallback={early}>
			<PopoverRoot {...props} />
		</Suspense>
	)
}
