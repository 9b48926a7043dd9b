import {
	Archive,
	Bookmark,
	Check,
	ChevronDown,
	Inbox as InboxIcon,
	Layers,
	Settings2,
	Star,
	Tag as TagIcon,
	TriangleAlert,
	UserRound,
	UsersRound,
	X,
} from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { TagColor } from '#shared/rows.ts'
import { useMembers } from '#web/features/inbox/assignment/use-members.ts'
import { useInbox, useLatestInbox } from '#web/features/inbox/inbox-context.tsx'
import { viewLabels } from '#web/features/inbox/item-labels.ts'
import { SetupProgress } from '#web/features/inbox/setup-progress.tsx'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { formatNumber } from '#web/lib/format/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { TagDot } from '#web/ui/tag-dot.tsx'
import { countActiveFilters, emptyFilter, type View, views } from './inbox-filter.ts'
import { SaveView } from './save-view.tsx'
import { sameFilter } from './saved-views.ts'
import { useSavedViews } from './use-saved-views.ts'
import './filters.css'

const viewIcons: Record<View, typeof Check> = {
	pending: InboxIcon,
	approved: Check,
	starred: Star,
	archived: Archive,
	rejected: X,
	suspect: TriangleAlert,
	all: Layers,
}

/** One choice of what the list shows. */
type Entry = {
	id: string
	label: string
	Icon: typeof Check
	current: boolean
	count?: number | undefined
	/** The colour of a tag: its dot stands instead of the icon. */
	color?: TagColor
	onOpen: () => void
	/** Said by screen readers and shown as a tooltip, where the icon alone says it. */
	note?: string | undefined
	onForget?: (() => void) | undefined
}

/** The views, the saved views and the tags of the space. */
const useEntries = () => {
	const { space, canEdit, list } = useInbox()
	const { filter, changeFilter, counts, facets } = list
	const latest = useLatestInbox()
	const { saved, remove } = useSavedViews(space.id)
	const used = countActiveFilters(filter)
	const me = useUser().id
	const fixed: Entry[] = views.map((view) => ({
		id: view,
		label: viewLabels[view],
		Icon: viewIcons[view],
		current: used === 0 && filter.view === view,
		count: counts?.[view],
		onOpen: () => changeFilter({ ...emptyFilter, view }),
	}))
	// A space of one member assigns nothing.
	if (useMembers(space.id).length > 1)
		fixed.push({
			id: 'mine',
			label: 'Mine',
			Icon: UserRound,
			current: filter.assigned === me && used === 1,
			onOpen: () => changeFilter({ ...emptyFilter, view: 'all', assigned: me }),
		})
	const stored: Entry[] = saved.map((one) => ({
		id: one.id,
		label: one.name,
		Icon: one.isOfSpace ? UsersRound : Bookmark,
		note: one.isOfSpace ? 'for everyone here' : undefined,
		current: sameFilter(one.filter, filter),
		onOpen: () => changeFilter(one.filter),
		onForget: one.isOfSpace && !canEdit ? undefined : () => remove.mutate(one),
	}))
	const tags: Entry[] = facets.tags.map((tag) => ({
		id: tag.id,
		label: tag.name,
		Icon: TagIcon,
		color: tag.color,
		current: filter.tag === tag.id && used === 1,
		count: tag.count,
		onOpen: () => changeFilter({ ...emptyFilter, view: latest.current.list.filter.view, tag: tag.id }),
	}))
	const canSave = (used > 0 || filter.sort !== null) && !stored.some((entry) => entry.current)
	return { fixed, stored, tags, canSave }
}

/** The left pane of a wide screen: views, saved views, tags. */
export function InboxViews() {
	const { fixed, stored, tags, canSave } = useEntries()
	return (
		<nav className="inbox-views" aria-label="Views">
			<EntryList entries={fixed} />
			<div>
				<h2>
					Saved views
					<SaveView disabled={!canSave} />
				</h2>
				{stored.length === 0 ? (
					<p className="ui-small ui-quiet inbox-views-none">Filter the list, then keep it here.</p>
				) : null}
				<EntryList entries={stored} />
			</div>
			{tags.length > 0 ? (
				<div>
					<h2>
						Tags
						<Link className={buttonClass({ variant: 'quiet', size: 'tiny', icon: true })} to="/dashboard/space/tags">
							<Settings2 size={14} aria-hidden="true" />
							<span className="ui-sr">Rename, merge or delete tags</span>
						</Link>
					</h2>
					<EntryList entries={tags} />
				</div>
			) : null}
			<SetupProgress />
		</nav>
	)
}

function EntryList({ entries }: { entries: Entry[] }) {
	return (
		<ul>
			{entries.map(({ id, label, Icon, color, current, count, note, onOpen, onForget }) => (
				<li className="inbox-view" key={id}>
					<button type="button" aria-current={current ? 'true' : undefined} title={note} onClick={onOpen}>
						{color ? <TagDot color={color} /> : <Icon size={16} aria-hidden="true" />}
						<bdi>{label}</bdi>
						{note ? <span className="ui-sr">, {note}</span> : null}
						{count === undefined ? null : (
							<span className={classNames('ui-count', id === 'pending' && count !== 0 && 'ui-count-on')}>
								{formatNumber(count)}
							</span>
						)}
					</button>
					{onForget ? (
						<IconButton
							label={`Delete the view ${label}`}
							Icon={X}
							iconSize={14}
							className="inbox-view-forget"
							size="tiny"
							onClick={onForget}
						/>
					) : null}
				</li>
			))}
		</ul>
	)
}

/** The same choices as a menu, where the left pane does not fit. Only views have a count there. */
export function ViewMenu() {
	const { fixed, stored, tags, canSave } = useEntries()
	const groups = [
		{ name: 'Saved views', entries: stored },
		{ name: 'Tags', entries: tags.map((tag) => ({ ...tag, count: undefined })) },
	].filter(({ entries }) => entries.length > 0)
	return (
		<div className="inbox-view-menu">
			<Menu trigger={<IconButton label="Choose a view" Icon={ChevronDown} />}>
				{fixed.map(menuItem)}
				{groups.map(({ name, entries }) => (
					<Fragment key={name}>
						<MenuSeparator />
						<MenuLabel>{name}</MenuLabel>
						{entries.map(menuItem)}
					</Fragment>
				))}
			</Menu>
			{canSave ? <SaveView disabled={false} /> : null}
		</div>
	)
}

const menuItem = ({ id, label, Icon, color, count, onOpen }: Entry) => (
	<MenuItem key={id} onSelect={onOpen}>
		{color ? <TagDot color={color} /> : <Icon size={16} aria-hidden="true" />}
		<bdi>{label}</bdi>
		{count === undefined ? null : <span className="ui-count ui-menu-end">{formatNumber(count)}</span>}
	</MenuItem>
)
