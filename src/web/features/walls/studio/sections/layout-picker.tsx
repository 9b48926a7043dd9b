import type { WallLayout } from '#shared/wall/wall.ts'
import { wallLayouts } from '#shared/wall/wall.ts'
import { LayoutMark } from '#web/features/walls/layout-mark.tsx'

export const layoutNames: Record<WallLayout, string> = {
	masonry: 'Masonry',
	grid: 'Grid',
	list: 'List',
	carousel: 'Carousel',
	marquee: 'Marquee',
	single: 'Single',
	badge: 'Badge',
	avatars: 'Avatars',
	ratings: 'Ratings',
	ticker: 'Ticker',
	feature: 'Feature',
	tab: 'Side tab',
	toast: 'Toast',
}

/** The effects of a layout that its picture does not show. */
const notes: Partial<Record<WallLayout, string>> = {
	ratings: 'Counts every published rating, not only those that the wall shows.',
	ticker: 'One line. Visitors can pause it; it stands still for those who want no motion.',
	feature: 'Shows the portrait, the photo or the video of its author, where there is one.',
	tab: 'Opens when somebody asks for it. On a phone it is a line where the code stands.',
	toast: 'Shows one after another, and can be closed. On a phone it is a card where the code stands.',
}

/** Every layout as a drawing that can be told apart from the others, and what the chosen one does. */
export function LayoutPicker({ layout: chosen, onPick }: { layout: WallLayout; onPick: (layout: WallLayout) => void }) {
	return (
		<>
			<fieldset className="studio-layouts" aria-label="Layout">
				{wallLayouts.map((layout) => (
					<button key={layout} type="button" aria-pressed={chosen === layout} onClick={() => onPick(layout)}>
						<span className="studio-mini">
							<LayoutMark layout={layout} />
						</span>
						{layoutNames[layout]}
					</button>
				))}
			</fieldset>
			<p className="ui-quiet ui-small studio-note" role="status">
				{notes[chosen]}
			</p>
		</>
	)
}
