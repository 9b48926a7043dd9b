import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { DeferredOverlay } from './deferred-overlay.tsx'
import type { MenuProps } from './menu-parts.tsx'

const preload = () => import('./menu-parts.tsx')
const MenuRoot = lazyComponent(async () => (await preload()).MenuRoot)

/** A menu that opens from `trigger`, which must be one button. Fill it with MenuItem, MenuLabel, MenuSeparator. */
export function Menu(props: MenuProps) {
	return <DeferredOverlay kind="menu" preload={preload} Root={MenuRoot} overlay={props} />
}

/** One item. With `asChild` the only child (a link) becomes the item. */
export const MenuItem = lazyComponent(async () => (await preload()).MenuItem)

/** One of several choices, of which one is in force. */
export const MenuChoice = lazyComponent(async () => (await preload()).MenuChoice)

/** Muted text inside a menu, as a heading. */
export const MenuLabel = lazyComponent(async () => (await preload()).MenuLabel)

/** A line between groups. */
export const MenuSeparator = lazyComponent(async () => (await preload()).MenuSeparator)
