import { TriangleAlert } from 'lucide-react'
import type { WallRow } from '#shared/rows.ts'
import { wallLayouts } from '#shared/wall/wall.ts'
import { reservedHeights } from '#shared/wall/wall-layouts.ts'
import { layoutNames } from '#web/features/walls/studio/sections/layout-picker.tsx'
import { useWallSites, type WallSite } from '#web/features/walls/use-walls.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import './embedding-sites.css'

/** The sites that load the published wall; those whose code reserves the height of another layout come first. */
export function EmbeddingSites({ spaceId, wall }: { spaceId: string; wall: Pick<WallRow, 'id' | 'layout'> }) {
	const { data: sites } = useWallSites(spaceId, wall.id)
	if (!sites) return null
	const current = reservedHeights(wall.layout)
	const hasOldCode = ({ reserves }: WallSite) => reserves !== '' && reserves !== current
	const [old, others] = [sites.filter(hasOldCode), sites.filter((site) => !hasOldCode(site))]
	return (
		<section className="put-sites" aria-labelledby="sites-title">
			<h3 id="sites-title">Seen on</h3>
			{sites.length === 0 ? (
				<p className="ui-quiet ui-small">
					No site was seen to load this wall yet. Sites with static HTML are not listed.
				</p>
			) : null}
			<ul>
				{old.map((site) => (
					<SiteRow key={site.kind + site.host} site={site} isOld />
				))}
				{others.map((site) => (
					<SiteRow key={site.kind + site.host} site={site} />
				))}
			</ul>
		</section>
	)
}

/** The host is plain text: anyone can send a made-up one, so it must not be a link. */
function SiteRow({ site, isOld = false }: { site: WallSite; isOld?: boolean }) {
	const { host, kind, reserves, seen_at } = site
	const layout = wallLayouts.find((one) => reservedHeights(one) === reserves)
	const facts = [
		kind === 'frame' ? 'Frame' : 'Script',
		layout && isOld ? `reserves the height of ${layoutNames[layout]}` : '',
		`last seen ${formatDate(seen_at)}`,
	]
	return (
		<li>
			<p>
				<b>
					<bdi>{host}</bdi>
				</b>
				{isOld ? (
					<Badge tone="warm" icon={<TriangleAlert size={14} aria-hidden="true" />}>
						still has the old code: copy the new one
					</Badge>
				) : null}
			</p>
			<p className="ui-quiet ui-small">{facts.filter(Boolean).join(', ')}</p>
		</li>
	)
}
