import type { PublicWall, WallLayout } from '#shared/wall.ts'
import { wallLayouts } from '#shared/wall.ts'
import { breakpoints, heights } from '#shared/wall-layouts.ts'
import { ScaleToFit, useEmbedHtml, WallPreview } from '#web/features/walls/wall-preview.tsx'

export const layoutNames: Record<WallLayout, string> = {
	masonry: 'Masonry',
	grid: 'Grid',
	list: 'List',
	carousel: 'Carousel',
	marquee: 'Marquee',
	single: 'Single',
	badge: 'Badge',
	avatars: 'Avatars',
}

/** Eight thumbnails, each the real layout with the wall's own items. */
export function LayoutPicker({ wall, onPick }: { wall: PublicWall; onPick: (layout: WallLayout) => void }) {
	return (
		<fieldset className="studio-layouts" aria-label="Layout">
			{wallLayouts.map((layout) => (
				<button key={layout} type="button" aria-pressed={wall.wall.layout === layout} onClick={() => onPick(layout)}>
					<Miniature wall={wall} layout={layout} />
					{layoutNames[layout]}
				</button>
			))}
		</fieldset>
	)
}

/** Small layouts are scaled up, so that details stay visible. */
const widths: Partial<Record<WallLayout, number>> = { badge: 336, avatars: 400, single: 900 }

function Miniature({ wall, layout }: { wall: PublicWall; layout: WallLayout }) {
	const width = widths[layout] ?? 920
	const at = breakpoints.filter((from) => width >= from).length
	const html = useEmbedHtml(wall, layout)
	return (
		<span className={`studio-mini studio-mini-${layout}`} aria-hidden="true">
			<ScaleToFit width={width} height={heights[layout][at] ?? 0}>
				<WallPreview html={html} />
			</ScaleToFit>
		</span>
	)
}
