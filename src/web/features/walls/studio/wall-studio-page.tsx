import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { readSpaceLook } from '#shared/look/space-look.ts'
import { PutOnSiteDialog } from '#web/features/walls/put-on-site/put-on-site-dialog.tsx'
import { useLiveWalls } from '#web/features/walls/use-live-walls.ts'
import { type StoredWall, useWall } from '#web/features/walls/use-walls.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { ConflictNotice } from '#web/ui/notices/conflict-notice.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { VersionDialog } from '#web/ui/versions/version-dialog.tsx'
import { VersionNotice } from '#web/ui/versions/version-notice.tsx'
import { useWallVersions, type WallVersion } from './history/use-wall-versions.ts'
import { LayoutPicker } from './layout-picker.tsx'
import { OrderDialog } from './order/order-dialog.tsx'
import { OwnCssSection } from './own-css-section.tsx'
import { PageSection } from './page-section.tsx'
import { PartsSection } from './parts-section.tsx'
import { SelectionSection } from './selection-section.tsx'
import { SharingSection } from './sharing-section.tsx'
import { StudioHeader } from './studio-header.tsx'
import { ThemeSection } from './theme-section.tsx'
import { useOwnCss } from './use-own-css.ts'
import { usePublishDraft } from './use-publish-draft.ts'
import { usePublishWall } from './use-publish-wall.ts'
import { type SelectedItems, useSelectedItems } from './use-selected-items.ts'
import { useWallDraft } from './use-wall-draft.ts'
import { wallFromDraft } from './wall-draft.ts'
import { wallFieldLabels } from './wall-fields.ts'
import { type PreviewView, WallPreviewPane } from './wall-preview-pane.tsx'
import './wall-studio-page.css'

const EmbedCode = lazyComponent(async () => (await import('#web/features/walls/put-on-site/embed-code.tsx')).EmbedCode)

const emptySelection: SelectedItems = {
	items: [],
	counts: { chosen: 0, published: 0, spread: [0, 0, 0, 0, 0] },
}

/** /dashboard/walls/:wallId: selection and theme of a wall, beside the real embed. */
export function Page() {
	const { wallId = '' } = useParams()
	const { space } = useSpace()
	const { data: wall, error, isPending, refetch } = useWall(space.id, wallId)
	usePageTitle(wall?.name ?? 'Wall', 'Walls', space.name)
	if (isPending) return <PageSpinner />
	if (wall === undefined) return <ErrorBox error={error} onRetry={() => refetch()} />
	if (!wall)
		return (
			<EmptyState
				title="This wall is not in this space."
				actions={
					<Link className={buttonClass({})} to="/dashboard/walls">
						All walls
					</Link>
				}
			/>
		)
	return <Studio key={wall.id} wall={wall} />
}

function Studio({ wall }: { wall: StoredWall }) {
	const { space, canEdit } = useSpace()
	useLiveWalls(space.id)
	const publish = usePublishWall(wall)
	const wanted = useState(false)
	const work = useWallDraft(wall, wanted[0] || publish.isPending || !canEdit)
	const publishing = usePublishDraft(work, publish, wanted)
	const { draft, edit, replace, collisions, acceptRemote, keepLocal } = work
	const [view, setView] = useState<PreviewView>({ text: 'real', shade: 'light' })
	const [side, setSide] = useState<'design' | 'preview'>('design')
	const [ordering, setOrdering] = useState(false)
	const [hasHistory, setHistory] = useState(false)
	const versions = useWallVersions(space.id, wall.id, hasHistory)
	const [version, setVersion] = useState<WallVersion | null>(null)
	const looked = version?.draft ?? draft
	const { data: chosen = emptySelection, isPending: isSelecting } = useSelectedItems(
		space.id,
		looked.selection,
		looked.fixed,
	)
	const { text } = view
	const ownCss = useOwnCss(looked.theme.css)
	const { css } = ownCss
	const real = useMemo(
		() => ({ ...wallFromDraft(space, wall, looked, chosen, 'real'), css }),
		[space, wall, looked, chosen, css],
	)
	const shown = useMemo(
		() => (text === 'real' ? real : { ...wallFromDraft(space, wall, looked, chosen, text), css }),
		[real, space, wall, looked, chosen, text, css],
	)
	const restore = (former: WallVersion) => {
		replace(former.draft)
		setVersion(null)
		setHistory(false)
	}
	return (
		<div className="studio" data-side={side}>
			<StudioHeader
				wall={wall}
				work={work}
				publishing={publishing}
				hasProblems={ownCss.problems.length > 0}
				onHistory={() => setHistory(true)}
				putOnSite={
					<PutOnSiteDialog name={wall.name}>
						<EmbedCode
							wall={real}
							publishedLayout={wall.layout}
							isPublished={wall.is_published}
							isMeasured={!isSelecting}
						/>
					</PutOnSiteDialog>
				}
			/>
			<div className="studio-news">
				{version ? (
					<VersionNotice
						version={version}
						canEdit={canEdit}
						onRestore={() => restore(version)}
						onClose={() => setVersion(null)}
					/>
				) : null}
				<ConflictNotice
					what="wall"
					savedBy="publish"
					labels={wallFieldLabels}
					collisions={collisions}
					onTheirs={acceptRemote}
					onMine={keepLocal}
				/>
			</div>
			<div className="studio-sides">
				<SegmentedControl
					label="Design or preview"
					value={side}
					options={[
						{ value: 'design', label: 'Design' },
						{ value: 'preview', label: 'Preview' },
					]}
					onChange={setSide}
				/>
			</div>
			<fieldset className="studio-controls" disabled={!canEdit} aria-label="Design">
				<section>
					<h2 className="ui-section-title studio-head">Layout</h2>
					<LayoutPicker layout={draft.layout} onPick={(layout) => edit({ layout })} />
				</section>
				<SelectionSection
					spaceId={space.id}
					selection={draft.selection}
					placed={draft.fixed.length}
					chosen={chosen}
					onChange={(selection) => edit({ selection })}
					onOrder={() => setOrdering(true)}
				/>
				<ThemeSection
					theme={draft.theme}
					layout={draft.layout}
					spaceColor={real.space.color}
					spaceLook={readSpaceLook(space.brand)}
					onChange={(theme) => edit({ theme })}
				/>
				<PartsSection theme={draft.theme} layout={draft.layout} onChange={(theme) => edit({ theme })} />
				<OwnCssSection
					layout={draft.layout}
					css={draft.theme.css}
					problems={ownCss.problems}
					onChange={(css) => edit({ theme: { ...draft.theme, css } })}
				/>
				<PageSection
					spaceName={space.name}
					sharing={draft.sharing}
					hasStars={draft.theme.stars}
					onChange={(sharing) => edit({ sharing })}
				/>
				<SharingSection
					wall={wall}
					spaceName={space.name}
					sharing={draft.sharing}
					firstWords={real.items[0]?.text ?? ''}
					onChange={(sharing) => edit({ sharing })}
				/>
				<OrderDialog
					spaceId={space.id}
					fixed={draft.fixed}
					open={ordering}
					onOpenChange={setOrdering}
					onChange={(fixed) => edit({ fixed })}
				/>
			</fieldset>
			<VersionDialog
				description="What this wall showed after each publication, the newest fifty. A restored version becomes the draft: nothing is shown before you publish it."
				spaceId={space.id}
				versions={versions}
				canEdit={canEdit}
				open={hasHistory}
				onOpenChange={setHistory}
				onLook={(former) => {
					setVersion(former)
					setHistory(false)
					setSide('preview')
				}}
				onRestore={restore}
			/>
			<aside className="studio-view" aria-label="Preview">
				<WallPreviewPane wall={shown} isLoaded={!isSelecting} view={view} onView={setView} />
			</aside>
		</div>
	)
}
