import { Globe, Link as LinkMark, Lock, MoreHorizontal, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toast } from 'sonner'
import type { WallEmbedRow, WallRow } from '#shared/rows.ts'
import type { WallLayout } from '#shared/wall/wall.ts'
import { isFloating } from '#shared/wall/wall-layouts.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { displayUrl, publicUrl } from '#web/lib/spaces/public-url.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { PutOnSiteDialog } from './put-on-site/put-on-site-dialog.tsx'
import { layoutNames } from './studio/sections/layout-picker.tsx'
import { useDuplicateWall } from './use-duplicate-wall.ts'
import { DeleteWallDialog, RenameWallDialog } from './wall-dialogs.tsx'
import { PublishedWall, ScaleToFit } from './wall-preview.tsx'
import './wall-card.css'

const StoredWallCode = lazyComponent(async () => (await import('./put-on-site/stored-wall-code.tsx')).StoredWallCode)

type Sites = Pick<WallEmbedRow, 'host' | 'seen_at'>[]

/** One wall of the list: its picture, where it is seen, and the ways to its studio and to its code. */
export function WallCard(props: { wall: WallRow; hasDraft: boolean; sites: Sites | undefined; canEdit: boolean }) {
	const { wall, hasDraft, sites, canEdit } = props
	const studio = `/dashboard/walls/${wall.id}`
	return (
		<li className="walls-card">
			<Link className="walls-picture" to={studio} aria-hidden="true" tabIndex={-1}>
				<WallPicture wall={wall} />
			</Link>
			<div className="walls-words">
				<div className="walls-title">
					<Link to={studio}>
						<bdi>{wall.name}</bdi>
					</Link>
					<Badge tone={wall.is_published ? 'good' : undefined}>
						{layoutNames[wall.layout]}, {wall.is_published ? 'published' : 'not published'}
					</Badge>
					{hasDraft ? <Badge>Changes not published</Badge> : null}
				</div>
				<WallPlaces wall={wall} sites={sites} />
				<div className="ui-buttons">
					<Link className={buttonClass({ variant: wall.is_published ? 'plain' : 'primary' })} to={studio}>
						<Pencil size={16} aria-hidden="true" />
						{!canEdit ? 'Open' : wall.is_published ? 'Edit' : 'Edit and publish'}
					</Link>
					{wall.is_published ? (
						<PutOnSiteDialog name={wall.name} variant={sites?.length === 0 ? 'primary' : 'plain'}>
							<StoredWallCode wallId={wall.id} />
						</PutOnSiteDialog>
					) : null}
					{canEdit ? <WallMenu wall={wall} /> : null}
				</div>
			</div>
		</li>
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

function WallPicture({ wall }: { wall: WallRow }) {
	return (
		<ScaleToFit width={pictureWidths[wall.layout] ?? 560}>
			<div className="studio-host walls-host" inert>
				{wall.is_published ? (
					<PublishedWall id={wall.id} version={wall.version} place={isFloating(wall.layout) ? 'flow' : undefined} />
				) : (
					<p className="walls-hidden">Not published</p>
				)}
			</div>
		</ScaleToFit>
	)
}

/** More sites are named in the dialog. */
const sitesShown = 3

/** Where a wall is seen. Hosts are plain text: anyone can send a made-up one. */
function WallPlaces({ wall, sites }: { wall: WallRow; sites: Sites | undefined }) {
	if (!wall.is_published)
		return (
			<ul className="walls-places">
				<li>
					<Lock size={16} aria-hidden="true" />
					<span>
						Nobody sees it <span className="ui-quiet ui-small">Publish it first, then take the code</span>
					</span>
				</li>
			</ul>
		)
	const hosts = new Map((sites ?? []).toReversed().map(({ host, seen_at }) => [host, seen_at]))
	const shown = [...hosts].reverse().slice(0, sitesShown)
	return (
		<ul className="walls-places">
			{shown.map(([host, seen]) => (
				<li key={host}>
					<Globe size={16} aria-hidden="true" />
					<span>
						<b>
							<bdi>{host}</bdi>
						</b>{' '}
						<span className="ui-quiet ui-small">last seen {formatDate(seen)}</span>
					</span>
				</li>
			))}
			{hosts.size > sitesShown ? (
				<li>
					<Globe size={16} aria-hidden="true" />
					<span className="ui-quiet ui-small">and {hosts.size - sitesShown} more</span>
				</li>
			) : null}
			{sites?.length === 0 ? (
				<li>
					<Globe size={16} aria-hidden="true" />
					<span>
						On no site yet <span className="ui-quiet ui-small">The code is one line</span>
					</span>
				</li>
			) : null}
			<li>
				<LinkMark size={16} aria-hidden="true" />
				<span>
					<a href={publicUrl.wall(wall.slug)} dir="ltr">
						{displayUrl(publicUrl.wall(wall.slug))}
					</a>{' '}
					<span className="ui-quiet ui-small">its own page</span>
				</span>
			</li>
		</ul>
	)
}

function WallMenu({ wall }: { wall: WallRow }) {
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
		<>
			<Menu align="end" trigger={<IconButton label={`More about ${wall.name}`} Icon={MoreHorizontal} />}>
				<MenuItem onSelect={() => setAsking('rename')}>Rename</MenuItem>
				<MenuItem disabled={copy.isPending} onSelect={duplicate}>
					Duplicate
				</MenuItem>
				<MenuSeparator />
				<MenuItem danger onSelect={() => setAsking('delete')}>
					Delete
				</MenuItem>
			</Menu>
			{asking === 'rename' ? <RenameWallDialog wall={wall} onClose={close} /> : null}
			{asking === 'delete' ? <DeleteWallDialog wall={wall} onClose={close} /> : null}
		</>
	)
}
