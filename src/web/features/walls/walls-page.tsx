import { Plus } from 'lucide-react'
import { useState } from 'react'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { useLiveWalls } from './use-live-walls.ts'
import { useWallDrafts } from './use-wall-drafts.ts'
import { useSpaceSites, useWalls } from './use-walls.ts'
import { WallCard } from './wall-card.tsx'
import { NewWallDialog } from './wall-dialogs.tsx'
import './walls-page.css'

/** /dashboard/walls: every wall of the space, each with a real preview. */
export function Page() {
	const { space, canEdit } = useSpace()
	const { data: walls, error, isPending, refetch } = useWalls(space.id)
	const { data: drafts = [] } = useWallDrafts(space.id)
	const { data: sites } = useSpaceSites(space.id)
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
						? 'Name a wall, and see your published testimonials in a layout. Nobody else sees it before you publish it; one line of code puts it on your site.'
						: 'An owner or an editor of this space can make a wall here.'}
				</EmptyState>
			) : (
				<ul className="walls-list">
					{walls.map((wall) => (
						<WallCard
							key={wall.id}
							wall={wall}
							hasDraft={drafts.includes(wall.id)}
							sites={sites?.filter(({ wall_id }) => wall_id === wall.id)}
							canEdit={canEdit}
						/>
					))}
				</ul>
			)}
			<NewWallDialog open={making} onOpenChange={setMaking} />
		</div>
	)
}
