import { ChevronRight, ExternalLink } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { toast } from 'sonner'
import { type StoredWall, useSaveWall, useWall } from '#web/features/walls/use-walls.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { publicUrl } from '#web/lib/spaces/public-url.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { estimateHeights } from '#web/public/wall/embed/estimate-heights.ts'
import { Button, buttonClass, TextButton } from '#web/ui/button.tsx'
import { SegmentedControl, Switch } from '#web/ui/fields/choice.tsx'
import { ConflictNotice } from '#web/ui/notices/conflict-notice.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { EmbedCode } from './embed-code.tsx'
import { EmbeddingSites } from './embedding-sites.tsx'
import { LayoutPicker } from './layout-picker.tsx'
import { OrderDialog } from './order/order-dialog.tsx'
import { OwnCssSection } from './own-css-section.tsx'
import { PageSection } from './page-section.tsx'
import { PartsSection } from './parts-section.tsx'
import { SelectionSection } from './selection-section.tsx'
import { SharingSection } from './sharing-section.tsx'
import { ThemeSection } from './theme-section.tsx'
import { useOwnCss } from './use-own-css.ts'
import { type SelectedItems, useSelectedItems } from './use-selected-items.ts'
import { toWallChange, useWallDraft, wallFieldLabels, wallFromDraft } from './wall-draft.ts'
import { type PreviewView, WallPreviewPane } from './wall-preview-pane.tsx'
import './wall-studio-page.css'

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
	const work = useWallDraft(wall)
	const { draft, edit, collisions, acceptRemote, keepLocal } = work
	const [view, setView] = useState<PreviewView>({ text: 'real', shade: 'light' })
	const [side, setSide] = useState<'design' | 'preview'>('design')
	const [ordering, setOrdering] = useState(false)
	const { data: chosen = emptySelection } = useSelectedItems(space.id, draft.selection, draft.fixed)
	const { text } = view
	const ownCss = useOwnCss(draft.theme.css)
	const { css } = ownCss
	const real = useMemo(
		() => ({ ...wallFromDraft(space, wall, draft, chosen, 'real'), css }),
		[space, wall, draft, chosen, css],
	)
	const shown = useMemo(
		() => (text === 'real' ? real : { ...wallFromDraft(space, wall, draft, chosen, text), css }),
		[real, space, wall, draft, chosen, text, css],
	)
	return (
		<div className="studio" data-side={side}>
			<StudioHeader wall={wall} work={work} hasProblems={ownCss.problems.length > 0} />
			<div className="studio-news">
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
						{ value: 'preview', label: 'Preview and code' },
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
					onChange={(theme) => edit({ theme })}
				/>
				<PartsSection theme={draft.theme} layout={draft.layout} onChange={(theme) => edit({ theme })} />
				<OwnCssSection
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
			<aside className="studio-view" aria-label="Preview and code">
				<WallPreviewPane wall={shown} view={view} onView={setView} />
				<EmbedCode
					wall={{
						id: wall.id,
						slug: wall.slug,
						layout: draft.layout,
						about: `What people say about ${space.name}`,
						heights: estimateHeights(real),
					}}
					isPublished={wall.is_published}
				>
					<EmbeddingSites spaceId={space.id} wall={wall} />
				</EmbedCode>
			</aside>
		</div>
	)
}

function StudioHeader(props: {
	wall: StoredWall
	work: ReturnType<typeof useWallDraft>
	/** Whether its own CSS has lines that cannot be used. */
	hasProblems: boolean
}) {
	const { wall, work, hasProblems } = props
	const { draft, changes, reset, markSent, markSaved } = work
	const { space, canEdit } = useSpace()
	const save = useSaveWall(space.id, wall.id)
	const failed = { onError: (error: Error) => toast(errorMessage(error)) }
	const publish = () => {
		markSent(draft)
		save.mutate(
			{ ...toWallChange(draft, wall), version: wall.version },
			{
				...failed,
				onSuccess: () => {
					markSaved(draft)
					toast('The wall shows your changes.')
				},
			},
		)
	}
	// Shown at once, before the server has answered.
	const wanted = save.isPending ? save.variables.change.is_published : undefined
	return (
		<header className="studio-bar">
			<div className="studio-crumbs">
				<Link to="/dashboard/walls">Walls</Link>
				<ChevronRight size={14} aria-hidden="true" />
				<h1 tabIndex={-1}>
					<bdi>{wall.name}</bdi>
				</h1>
			</div>
			<Switch
				checked={wanted ?? wall.is_published}
				disabled={!canEdit || save.isPending}
				onChange={(event) => save.mutate({ change: { is_published: event.target.checked } }, failed)}
			>
				Published
			</Switch>
			<span className="studio-gap" />
			<span className="ui-quiet ui-small studio-saved" role="status">
				{hasProblems ? 'Own CSS has lines that cannot be used. ' : null}
				{changes === 0
					? `Version ${wall.version}, no changes since`
					: `Kept as a draft: ${changes === 1 ? 'one change' : `${changes} changes`} since version ${wall.version}`}
			</span>
			{changes > 0 ? <TextButton onClick={reset}>Undo all</TextButton> : null}
			{wall.is_published ? (
				<a
					className={buttonClass({ variant: 'quiet' }, 'studio-open')}
					href={publicUrl.wall(wall.slug)}
					target="_blank"
					rel="noreferrer"
				>
					<ExternalLink size={16} aria-hidden="true" />
					View wall
				</a>
			) : null}
			<Button
				variant="primary"
				busy={save.isPending && wanted === undefined}
				disabled={!canEdit || changes === 0 || save.isPending || hasProblems}
				onClick={publish}
			>
				Publish changes
			</Button>
		</header>
	)
}
