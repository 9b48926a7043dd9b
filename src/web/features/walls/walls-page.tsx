import { MoreHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toast } from 'sonner'
import type { WallLayout } from '#shared/wall.ts'
import { isFloating } from '#shared/wall-layouts.ts'
import type { WallRow } from '#shared/wall-rows.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { displayUrl, publicUrl } from '#web/lib/spaces/public-url.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { layoutNames } from './studio/layout-picker.tsx'
import { useDuplicateWall } from './use-duplicate-wall.ts'
import { useLiveWalls } from './use-live-walls.ts'
import { useWallDrafts } from './use-wall-drafts.ts'
import { useWalls } from './use-walls.ts'
import { DeleteWallDialog, NewWallDialog, RenameWallDialog } from './wall-dialogs.tsx'
import { PublishedWall, ScaleToFit } from './wall-preview.tsx'
import './walls-page.css'

/** /dashboard/walls: every wall of the space, each with a real preview. */
export function Page() {
	const { space, canEdit } = useSpace()
	const { data: walls, error, isPending, refetch } = useWalls(space.id)
	const { data: drafts = [] } = useWallDrafts(space.id)
	const [making, setMaking] = useState(false)
	useLiveWalls(space.id)
	usePageTitle('Walls', space.name)
	if (isPending) return <PageSpinner />
	if (!walls) return <ErrorBox error={error} onRetry={() => refetch()} />
	const add = canEdit ? (
		<Button variant="primary" onClick={() => setMaking(true)}>
			<Plus size={16} aria-hidden="true" />
			New wall
		</Button>
	) : null
	return (
		<div className="ui-page">
			<header className="walls-head">
				<div>
					<h1 className="ui-page-title" tabIndex={-1}>
						Walls
					</h1>
					<p className="ui-quiet">
						A wall chooses among your published testimonials. It has a page of its own and an embed for any site.
					</p>
				</div>
				{walls.length > 0 ? add : null}
			</header>
			{walls.length === 0 ? (
				<EmptyState title="What people said is shown nowhere yet." actions={add}>
					{canEdit
						? 'Name a wall, and see your published testimonials in a layout. Nobody else sees it before you publish it; two lines of code put it on your site.'
						: 'An owner or an editor of this space can make a wall here.'}
				</EmptyState>
			) : (
				<ul className="walls-list">
					{walls.map((wall) => (
						<WallCard key={wall.id} wall={wall} hasDraft={drafts.includes(wall.id)} canEdit={canEdit} />
					))}
				</ul>
			)}
			<NewWallDialog open={making} onOpenChange={setMaking} />
		</div>
	)
}

/** Width in px at which a wall is laid out for its picture: narrow enough that its words can be read. */
const pictureWidths: Partial<Record<WallLayout, number>> = {
	badge: 420,
	avatars: 420,
	toast: 420,
	tab: 420,
	feature: 760,
}

function WallCard({ wall, hasDraft, canEdit }: { wall: WallRow; hasDraft: boolean; canEdit: boolean }) {
	const [asking, setAsking] = useState<'rename' | 'delete' | null>(null)
	const close = () => setAsking(null)
	const copy = useDuplicateWall(wall.space_id)
	const navigate = useNavigate()
	const duplicate = async () => {
		try {
			const id = await copy.mutateAsync(wall.id)
			toast('The wall is duplicated. Publish the copy when it is ready.')
			navigate(`/dashboard/walls/${id}`)
		} catch (error) {
			toast(errorMessage(error))
		}
	}
	return (
		<li className="walls-card">
			<Link className="walls-picture" to={`/dashboard/walls/${wall.id}`} aria-hidden="true" tabIndex={-1}>
				<ScaleToFit width={pictureWidths[wall.layout] ?? 560}>
					<div className="studio-host walls-host" inert>
						{wall.is_published ? (
							<PublishedWall id={wall.id} version={wall.version} place={isFloating(wall.layout) ? 'flow' : undefined} />
						) : (
							<p className="walls-hidden">Not published</p>
						)}
					</div>
				</ScaleToFit>
			</Link>
			<div className="walls-words">
				<Link to={`/dashboard/walls/${wall.id}`}>
					<bdi>{wall.name}</bdi>
				</Link>
				<Badge tone={wall.is_published ? 'good' : undefined}>
					{layoutNames[wall.layout]}, {wall.is_published ? 'published' : 'not published'}
				</Badge>
				{hasDraft ? <Badge>Changes not published</Badge> : null}
				{wall.is_published ? (
					<a className="ui-quiet ui-small" href={publicUrl.wall(wall.slug)} dir="ltr">
						{displayUrl(publicUrl.wall(wall.slug))}
					</a>
				) : null}
			</div>
			{canEdit ? (
				<Menu
					align="end"
					trigger={
						<Button variant="quiet" icon aria-label={`More about ${wall.name}`}>
							<MoreHorizontal size={16} aria-hidden="true" />
						</Button>
					}
				>
					<MenuItem onSelect={() => setAsking('rename')}>Rename</MenuItem>
					<MenuItem disabled={copy.isPending} onSelect={duplicate}>
						Duplicate
					</MenuItem>
					<MenuSeparator />
					<MenuItem danger onSelect={() => setAsking('delete')}>
						Delete
					</MenuItem>
				</Menu>
			) : null}
			{asking === 'rename' ? <RenameWallDialog wall={wall} onClose={close} /> : null}
			{asking === 'delete' ? <DeleteWallDialog wall={wall} onClose={close} /> : null}
		</li>
	)
}
