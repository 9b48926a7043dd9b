import { Check, Monitor, Smartphone, Tablet, TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { PublicWall } from '#shared/wall.ts'
import { heightSteps } from '#shared/wall-layouts.ts'
import { ScaleToFit, useEmbedHtml, WallPreview } from '#web/features/walls/wall-preview.tsx'
import { estimateHeights } from '#web/public/wall/embed/estimate-heights.ts'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { useEmbedSize, useLayoutShift } from './use-embed-metrics.ts'
import type { PreviewText } from './wall-draft.ts'

const textOptions: readonly { value: PreviewText; label: ReactNode }[] = [
	{ value: 'real', label: 'Real' },
	{ value: 'long', label: 'Long' },
	{ value: 'arabic', label: <span lang="ar">العربية</span> },
]
const schemeOptions = [
	{ value: 'light', label: 'Light' },
	{ value: 'dark', label: 'Dark' },
] as const

const devices = [
	{ name: 'Desktop', width: 1120, Icon: Monitor },
	{ name: 'Tablet', width: 768, Icon: Tablet },
	{ name: 'Phone', width: 360, Icon: Smartphone },
] as const

export type PreviewView = { text: PreviewText; shade: 'light' | 'dark' }

/** The real embed at three widths, with its weight and layout shift. */
export function WallPreviewPane({
	wall,
	view,
	onView,
}: {
	wall: PublicWall
	view: PreviewView
	onView: (view: PreviewView) => void
}) {
	const pane = useRef<HTMLDivElement>(null)
	const html = useEmbedHtml(wall)
	const weight = useEmbedSize(wall.wall.id, html)
	const steps = estimateHeights(wall)
	const reserved = devices.map(({ width }) => steps[heightSteps.findLastIndex(({ from }) => width >= from)] ?? 0)
	const shift = useLayoutShift(pane, reserved, html)
	const { mode } = wall.wall.theme
	return (
		<div ref={pane}>
			<div className="studio-view-bar">
				<div className="studio-read" role="status">
					<span className="studio-good">
						<Check size={14} aria-hidden="true" />1 request, 0 cookies
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
				{devices.map(({ name, width, Icon }, at) => (
					<figure className={`studio-frame studio-${name.toLowerCase()}`} key={name}>
						<figcaption>
							<Icon size={16} aria-hidden="true" />
							{name}
							<span>{width} px</span>
						</figcaption>
						<div className="studio-page" data-shade={view.shade}>
							<ScaleToFit width={width} height={(reserved[at] ?? 0) + 48}>
								<div className="studio-host" style={{ blockSize: (reserved[at] ?? 0) + 48 }}>
									<WallPreview html={html} mode={mode === 'auto' ? view.shade : undefined} />
								</div>
							</ScaleToFit>
						</div>
					</figure>
				))}
			</div>
		</div>
	)
}
