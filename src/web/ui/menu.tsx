import { lazy, type ReactNode, Suspense, useState } from 'react'
import { reloadOnce } from '#web/lib/reload-once.ts'
import { EarlyTrigger, type Opening } from './early-trigger.tsx'

const preload = () => import('./menu-parts.tsx')
const load = () => reloadOnce(preload)
const MenuRoot = lazy(async () => ({ default: (await load()).MenuRoot }))

type MenuProps = Opening & {
	trigger: ReactNode
	children: ReactNode
	align?: 'start' | 'center' | 'end'
}

/** A menu that opens from `trigger`, which must be one button. Fill it with MenuItem, MenuWords, MenuLine. */
export function Menu(props: MenuProps) {
	const [wanted, setWanted] = useState(false)
	const open = () => {
		setWanted(true)
		props.onOpenChange?.(true)
	}
	const early = <EarlyTrigger trigger={props.trigger} kind="menu" preload={preload} onOpen={open} />
	if (!wanted && !props.open) return early
	return (
		<Suspense fallback={early}>
			<MenuRoot {...props} />
		</Suspense>
	)
}

/** One choice. With `asChild` the only child (a link) becomes the item. */
export const MenuItem = lazy(async () => ({ default: (await load()).MenuItem }))

/** Quiet words inside a menu, as a heading. */
export const MenuWords = lazy(async () => ({ default: (await load()).MenuWords }))

/** A hairline between groups. */
export const MenuLine = lazy(async () => ({ default: (await load()).MenuLine }))
