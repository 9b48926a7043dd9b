import { lazy, Suspense, useState } from 'react'
import { importWithReload } from '#web/lib/loading/import-with-reload.ts'
import { DeferredTrigger } from './deferred-trigger.tsx'
import type { PopoverProps } from './popover-parts.tsx'

const preload = () => import('./popover-parts.tsx')
const load = () => importWithReload(preload)
const PopoverRoot = lazy(async () => ({ default: (await load()).PopoverRoot }))

/** A popover that opens from `trigger` (one button) and may contain fields. */
export function Popover(props: PopoverProps) {
	const [wanted, setWanted] = useState(false)
	const open = () => {
		setWanted(true)
		props.onOpenChange?.(true)
	}
	const deferredTrigger = <DeferredTrigger trigger={props.trigger} kind="dialog" preload={preload} onOpen={open} />
	if (!wanted && !props.open) return deferredTrigger
	return (
		<Suspense fallback={deferredTrigger}>
			<PopoverRoot {...props} />
		</Suspense>
	)
}
