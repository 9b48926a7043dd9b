import { classNames } from '#web/ui/class-names.ts'

/** The shape of a mark says what kind of thing it is: a bubble, a node, a window or braces. */
export type Shape = 'chat' | 'flow' | 'site' | 'code'

const paths: Record<Shape, string> = {
	chat: 'M6 7.5h24a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2H16.5L10 31.5v-5H6a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2z',
	flow: 'M29 18a11 11 0 1 1-22 0 11 11 0 0 1 22 0zM2.5 18H7M29 18h4.5M2.5 16.9v2.2M33.5 16.9v2.2',
	site: 'M6.5 5.5h23a2 2 0 0 1 2 2v21a2 2 0 0 1-2 2h-23a2 2 0 0 1-2-2v-21a2 2 0 0 1 2-2zM4.5 10.75h27M7.5 8.2h.01M10.3 8.2h.01',
	code: 'M11 6.5H7.5a2 2 0 0 0-2 2v6L3 18l2.5 3.5v6a2 2 0 0 0 2 2H11M25 6.5h3.5a2 2 0 0 1 2 2v6L33 18l-2.5 3.5v6a2 2 0 0 1-2 2H25',
}

/** The mark of a service: ours, without a logo or a colour of its maker. */
export function ServiceMark({ shape, letter, isLarge = false }: { shape: Shape; letter: string; isLarge?: boolean }) {
	return (
		<span className={classNames('conn-mark', `conn-mark-${shape}`, isLarge && 'conn-mark-large')} aria-hidden="true">
			<svg viewBox="0 0 36 36" aria-hidden="true">
				<path d={paths[shape]} />
			</svg>
			<b>{letter}</b>
		</span>
	)
}
