import { MoreHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WallRow } from '#shared/rows.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { plainAddress, publicAddress } from '#web/lib/public-address.ts'
import { useSpace } from '#web/lib/space-context.tsx'
import { Empty } from '#web/ui/blocks.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Mark } from '#web/ui/marks.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { layoutNames } from './layout-picker.tsx'
import { Scaled } from './scaled.tsx'
import { DeleteWall, NewWall, RenameWall } from './wall-dialogs.tsx'
import { PublishedWall } from './wall-preview.tsx'
import { useWalls } from './walls-data.ts'
import './walls.css'
import './studio-frames.css'

/** /dashboard/walls: every wall of the space, each shown as it is. */
export function Page() {
	const { space, canEdit } = useSpace()
	const { data: walls, error, isPending, refetch } = useWalls(space.id)
	const [making, setMaking] = useState(false)
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
		<div className="walls">
			<header className="walls-head">
				<div>
					<h1 className="ui-page-title" tabIndex={-1}>
						Walls
					</h1>
					<p className="ui-quiet">
						A wall chooses among your published testimonials. It has a page of its own and an embed
						for any site.
					</p>
				</div>
				{walls.length > 0 ? add : null}
			</header>
			{walls.length === 0 ? (
				<Empty title="No wall yet." actions={add}>
					Make one, choose a layout, and put it on your site.
				</Empty>
			) : (
				<ul className="walls-list">
					{walls.map((wall) => (
						<WallCard key={wall.id} wall={wall} canEdit={canEdit} />
					))}
				</ul>
			)}
			<NewWall open={making} onOpenChange={setMaking} />
		</div>
	)
}

function WallCard({ wall, canEdit }: { wall: WallRow; canEdit: boolean }) {
	const [asking, setAsking] = useState<'rename' | 'delete' | null>(null)
	const close = () => setAsking(null)
	return (
		<li className="walls-card">
			<Link
				className="walls-picture"
				to={`/dashboard/walls/${wall.id}`}
				aria-hidden="true"
				tabIndex={-1}
			>
				<Scaled width={wall.layout === 'badge' ? 420 : 960}>
					<div className="studio-host walls-host" inert>
						{wall.is_published ? (
							<PublishedWall id={wall.id} version={wall.version} />
						) : (
							<p className="walls-hidden">Not published</p>
						)}
					</div>
				</Scaled>
			</Link>
			<div className="walls-words">
				<Link to={`/dashboard/walls/${wall.id}`}>
					<bdi>{wall.name}</bdi>
				</Link>
				<Mark tone={wall.is_published ? 'good' : undefined}>
					{layoutNames[wall.layout]}, {wall.is_published ? 'published' : 'not published'}
				</Mark>
				{wall.is_published ? (
					<a className="ui-quiet ui-small" href={publicAddress.wall(wall.slug)} dir="ltr">
						{plainAddress(publicAddress.wall(wall.slug))}
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
					<MenuLine />
					<MenuItem danger onSelect={() => setAsking('delete')}>
						Delete
					</MenuItem>
				</Menu>
			) : null}
			{asking === 'rename' ? <RenameWall wall={wall} onClose={close} /> : null}
			{asking === 'delete' ? <DeleteWall wall={wall} onClose={close} /> : null}
		</li>
	)
}
