import { useState } from 'react'
import { readSpaceLook } from '#shared/look/space-look.ts'
import type { WallRow } from '#shared/rows.ts'
import { OrderDialog } from '#web/features/walls/studio/order/order-dialog.tsx'
import type { useDraftedWall } from '#web/features/walls/studio/use-drafted-wall.ts'
import type { useWallDraft } from '#web/features/walls/studio/use-wall-draft.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { LayoutPicker } from './layout-picker.tsx'
import { OwnCssSection } from './own-css-section.tsx'
import { PageSection } from './page-section.tsx'
import { PartsSection } from './parts-section.tsx'
import { SelectionSection } from './selection-section.tsx'
import { SharingSection } from './sharing-section.tsx'
import { ThemeSection } from './theme-section.tsx'

/** All settings of a wall. */
export function DesignSections(props: {
	wall: WallRow
	work: ReturnType<typeof useWallDraft>
	drafted: ReturnType<typeof useDraftedWall>
}) {
	const { wall, work, drafted } = props
	const { draft, edit } = work
	const { layout, theme, selection, sharing, fixed } = draft
	const { space, canEdit } = useSpace()
	const [isOrdering, setOrdering] = useState(false)
	return (
		<fieldset className="studio-controls" disabled={!canEdit} aria-label="Design">
			<section>
				<h2 className="ui-section-title studio-head">Layout</h2>
				<LayoutPicker layout={layout} onPick={(layout) => edit({ layout })} />
			</section>
			<SelectionSection
				spaceId={space.id}
				selection={selection}
				placed={fixed.length}
				chosen={drafted.chosen}
				onChange={(selection) => edit({ selection })}
				onOrder={() => setOrdering(true)}
			/>
			<ThemeSection
				theme={theme}
				layout={layout}
				spaceColor={drafted.real.space.color}
				spaceLook={readSpaceLook(space.brand)}
				onChange={(theme) => edit({ theme })}
			/>
			<PartsSection theme={theme} layout={layout} onChange={(theme) => edit({ theme })} />
			<OwnCssSection
				layout={layout}
				css={theme.css}
				problems={drafted.problems}
				onChange={(css) => edit({ theme: { ...theme, css } })}
			/>
			<PageSection
				spaceName={space.name}
				sharing={sharing}
				hasStars={theme.stars}
				onChange={(sharing) => edit({ sharing })}
			/>
			<SharingSection
				wall={wall}
				spaceName={space.name}
				sharing={sharing}
				firstWords={drafted.real.items[0]?.text ?? ''}
				onChange={(sharing) => edit({ sharing })}
			/>
			<OrderDialog
				spaceId={space.id}
				fixed={fixed}
				open={isOrdering}
				onOpenChange={setOrdering}
				onChange={(fixed) => edit({ fixed })}
			/>
		</fieldset>
	)
}
