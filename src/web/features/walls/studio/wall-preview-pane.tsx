import { Check, Monitor, Smartphone, Tablet, TriangleAlert } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import type { PublicWall, WallLayout } from '#shared/wall/wall.ts'
import { floatingFrom, heightSteps, isFloating } from '#shared/wall/wall-layouts.ts'
import { ScaleToFit, useEmbedHtml, type WallPlace, WallPreview } from '#web/features/walls/wall-preview.tsx'
import { optionsOf } from '#web/lib/forms/options-of.ts'
import { estimateHeights } from '#web/public/wall/embed/estimates/estimate-heights.ts'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { useEmbedSize, useLayoutShift } from './use-embed-metrics.ts'
import type { PreviewText } from './wall-draft.ts'

const textOptions: readonly { value: PreviewText; label: ReactNode }[] = [
	{ value: 'real', label: 'Real' },
	{ value: 'long', label: 'Long' },
	{ value: 'arabic', label: <span lang="ar">العربية</span> },
]
const schemeOptions = optionsOf({ light: 'Light', dark: 'Dark' })

const devices = [
	{ name: 'Desktop', width: 1120, Icon: Monitor },
	{ name: 'Tablet', width: 768, Icon: Tablet },
	{ name: 'Phone', width: 360, Icon: Smartphone },
] as const

export type PreviewView = { text: PreviewText; shade: 'light' | 'dark' }

/** Room in px of a page on which something floats. */
const pageHeight = 372

/** The narrow preview is in a wide window, so that it is told to stand in the flow. */
function placeOf(layout: WallLayout, width: number): WallPlace | undefined {
	if (!isFloating(layout)) return undefined
	if (width < floatingFrom) return 'flow'
	return layout === 'tab' && width > 1000 ? 'open' : undefined
}

/** The real embed at three widths, with its weight and layout shift. */
export function WallPreviewPane(props: {
	wall: PublicWall
	/** False until its testimonials are known: a preview without them would grow, and move the others. */
	isLoaded: boolean
	view: PreviewView
	onView: (view: PreviewView) => void
}) {
	const { wall, isLoaded, view, onView } = props
	const pane = useRef<HTMLDivElement>(null)
	const html = useEmbedHtml(wall)
	const weight = useEmbedSize(wall.wall.id, html)
	const steps = useMemo(() => estimateHeights(wall), [wall])
	const floats = isFloating(wall.wall.layout)
	const reserved = devices.map(({ width }) =>
		floats && width >= floatingFrom ? 0 : (steps[heightSteps.findLastIndex(({ from }) => width >= from)] ?? 0),
	)
	const shift = useLayoutShift(pane, reserved)
	const roomOf = (at: number) => (floats ? pageHeight : (reserved[at] ?? 0) + 48)
	const { mode } = wall.wall.theme
	return (
		<div ref={pane}>
			<div className="studio-view-bar">
				<div className="studio-read" role="status">
					<span className="studio-good">
						<Check size={14} aria-hidden="true" />
						{wall.space.font ? '2 requests' : '1 request'}, 0 cookies
					</span>
					{shift === undefined ? null : (
						<>
							<span className={shift > 0 ? 'studio-bad' : undefined}>
								{shift > 0 ? <TriangleAlert size={14} aria-hidden="true" /> : null}
								layout shift {shift > 0 ? shift.toFixed(3) : 0}
							</span>
							{weight ? <span>{(weight / 1024).toFixed(1)} KB</span> : null}
						</>
					)}
				</div>
				<SegmentedControl
					label="Words in the preview"
					value={view.text}
					options={textOptions}
					onChange={(text) => onView({ ...view, text })}
				/>
				<SegmentedControl
					label="Preview in"
					value={view.shade}
					options={schemeOptions}
					onChange={(shade) => onView({ ...view, shade })}
				/>
			</div>
			<div className="studio-trio">
				{(isLoaded ? devices : []).map(({ name, width, Icon }, at) => (
					<figure className={`studio-frame studio-${name.toLowerCase()}`} key={name}>
						<figcaption>
							<Icon size={16} aria-hidden="true" />
							{name}
							<span>{width} px</span>
						</figcaption>
						<div className="studio-page" data-shade={view.shade}>
							<ScaleToFit width={width} height={roomOf(at)}>
								<div className="studio-host" style={{ blockSize: roomOf(at) }}>
									{floats ? <FakePage /> : null}
									<WallPreview
										html={html}
										mode={mode === 'auto' ? view.shade : undefined}
										place={placeOf(wall.wall.layout, width)}
										follows={at > 0}
									/>
								</div>
							</ScaleToFit>
						</div>
					</figure>
				))}
			</div>
		</div>
	)
}

/** Lines that stand for the words of a page. */
function FakePage() {
	return (
		<div className="studio-fake" aria-hidden="true">
			<i />
			<i />
			<i />
		</div>
	)
}
