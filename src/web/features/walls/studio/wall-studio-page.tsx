import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { PutOnSiteDialog } from '#web/features/walls/put-on-site/put-on-site-dialog.tsx'
import { useLiveWalls } from '#web/features/walls/use-live-walls.ts'
import { type StoredWall, useWall } from '#web/features/walls/use-walls.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { optionsOf } from '#web/lib/forms/options-of.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { ConflictNotice } from '#web/ui/notices/conflict-notice.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { useVersionHistory } from '#web/ui/versions/use-version-history.ts'
import { VersionDialog } from '#web/ui/versions/version-dialog.tsx'
import { VersionNotice } from '#web/ui/versions/version-notice.tsx'
import { DesignSections } from './sections/design-sections.tsx'
import { StudioHeader } from './studio-header.tsx'
import { useDraftedWall } from './use-drafted-wall.ts'
import { useWallDraft } from './use-wall-draft.ts'
import { useWallVersions, type WallVersion } from './use-wall-versions.ts'
import { wallFieldLabels } from './wall-fields.ts'
import { type PreviewView, WallPreviewPane } from './wall-preview-pane.tsx'
import './wall-studio-page.css'

const EmbedCode = lazyComponent(async () => (await import('#web/features/walls/put-on-site/embed-code.tsx')).EmbedCode)

const sides = optionsOf({ design: 'Design', preview: 'Preview' })

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
	const work = useWallDraft(wall, !canEdit)
	const [view, setView] = useState<PreviewView>({ text: 'real', shade: 'light' })
	const [side, setSide] = useState<'design' | 'preview'>('design')
	const history = useVersionHistory<WallVersion>(
		() => setSide('preview'),
		(version) => work.edit(version.draft),
	)
	const versions = useWallVersions(space.id, wall.id, history.isOpen)
	const { version } = history
	const drafted = useDraftedWall(wall, version?.draft ?? work.draft, view.text)
	return (
		<div className="studio" data-side={side}>
			<StudioHeader
				wall={wall}
				work={work}
				hasProblems={drafted.problems.length > 0}
				onHistory={() => history.setOpen(true)}
				putOnSite={
					<PutOnSiteDialog name={wall.name}>
						<EmbedCode
							wall={drafted.real}
							publishedLayout={wall.layout}
							isPublished={wall.is_published}
							isMeasured={!drafted.isSelecting}
						/>
					</PutOnSiteDialog>
				}
			/>
			<div className="studio-news">
				{version ? <VersionNotice version={version} history={history} canEdit={canEdit} /> : null}
				<ConflictNotice
					what="wall"
					savedBy="publish"
					labels={wallFieldLabels}
					collisions={work.collisions}
					onTheirs={work.acceptRemote}
					onMine={work.keepLocal}
				/>
			</div>
			<div className="studio-sides">
				<SegmentedControl label="Design or preview" value={side} options={sides} onChange={setSide} />
			</div>
			<DesignSections wall={wall} work={work} drafted={drafted} />
			<VersionDialog
				description="What this wall showed after each publication, the newest fifty. A restored version becomes the draft: nothing is shown before you publish it."
				spaceId={space.id}
				versions={versions}
				history={history}
				canEdit={canEdit}
			/>
			<aside className="studio-view" aria-label="Preview">
				<WallPreviewPane wall={drafted.shown} isLoaded={!drafted.isSelecting} view={view} onView={setView} />
			</aside>
		</div>
	)
}
