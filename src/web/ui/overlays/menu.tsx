import { lazy, type ReactNode, Suspense, useState } from 'react'
import { importWithReload } from '#web/lib/loading/import-with-reload.ts'
import { DeferredTrigger, type OpenState } from './deferred-trigger.tsx'

const preload = () => import('./menu-parts.tsx')
const load = () => importWithReload(preload)
const MenuRoot = lazy(async () => ({ default: (await load()).MenuRoot }))

type MenuProps = OpenState & {
	trigger: ReactNode
	children: ReactNode
	align?: 'start' | 'center' | 'end'
}

/** A menu that opens from `trigger`, which must be one button. Fill it with MenuItem, MenuLabel, MenuSeparator. */
export function Menu(props: MenuProps) {
	const [wanted, setWanted] = useState(false)
	const open = () => {
		setWanted(true)
		props.onOpenChange?.(true)
	}
	const deferredTrigger = <DeferredTrigger trigger={props.trigger} kind="menu" preload={preload} onOpen={open} />
	if (!wanted && !props.open) return deferredTrigger
	return (
		<Suspense fallback={deferredTrigger}>
			<MenuRoot {...props} />
		</Suspense>
	)
}

/** One item. With `asChild` the only child (a link) becomes the item. */
export const MenuItem = lazy(async () => ({ default: (await load()).MenuItem }))

/** Muted text inside a menu, as a heading. */
export const MenuLabel = lazy(async () => ({ default: (await load()).MenuLabel }))

/** A line between groups. */
export const MenuSeparator = lazy(async () => ({ default: (await load()).MenuSeparator }))
