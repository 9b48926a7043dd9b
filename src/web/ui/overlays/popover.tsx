import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { DeferredOverlay } from './deferred-overlay.tsx'
import type { PopoverProps } from './popover-parts.tsx'

const preload = () => import('./popover-parts.tsx')
const PopoverRoot = lazyComponent(async () => (await preload()).PopoverRoot)

/** A popover that opens from `trigger` (one button) and may contain fields. */
export function Popover(props: PopoverProps) {
	return <DeferredOverlay kind="dialog" preload={preload} Root={PopoverRoot} overlay={props} />
}
