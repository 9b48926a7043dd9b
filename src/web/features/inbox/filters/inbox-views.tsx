import {
	Archive,
	Bookmark,
	Check,
	Inbox as InboxIcon,
	Plus,
	Star,
	Tag as TagIcon,
	TriangleAlert,
	X,
} from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { viewLabels } from '#web/features/inbox/item-labels.ts'
import { SetupProgress } from '#web/features/inbox/setup-progress.tsx'
import type { Inbox } from '#web/features/inbox/use-inbox.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { countActiveFilters, emptyFilter, type View, views } from './inbox-filter.ts'
import { sameFilter, useSavedViews } from './saved-views.ts'
import type { Facets } from './use-facets.ts'
import './inbox-views.css'

export const viewIcons: Record<View, typeof Check> = {
	pending: InboxIcon,
	approved: Check,
	starred: Star,
	archived: Archive,
	rejected: X,
	suspect: TriangleAlert,
}

/** The left pane of a wide screen: six views, saved views, tags. */
export function InboxViews({ inbox, facets }: { inbox: Inbox; facets: Facets }) {
	const { filter, changeFilter, counts, space } = inbox
	const { saved, add, remove } = useSavedViews(space.id)
	const plain = countActiveFilters(filter) === 0
	return (
		<nav className="inbox-views" aria-label="Views">
			<ul>
				{views.map((view) => {
					const Icon = viewIcons[view]
					const count = counts?.[view]
					return (
						<ViewLink
							key={view}
							icon={<Icon size={16} aria-hidden="true" />}
							label={viewLabels[view]}
							current={plain && filter.view === view}
							count={count}
							isHighlighted={view === 'pending' && count !== 0}
							onOpen={() => changeFilter({ ...emptyFilter, view })}
						/>
					)
				})}
			</ul>
			<div>
				<h2>
					Saved views
					<SaveView
						disabled={plain || saved.some((one) => sameFilter(one.filter, filter))}
						onSave={(name) => add(name, filter)}
					/>
				</h2>
				{saved.length === 0 ? (
					<p className="ui-small ui-quiet inbox-views-none">Filter the list, then keep it here.</p>
				) : null}
				<ul>
					{saved.map((one) => (
						<ViewLink
							key={one.id}
							icon={<Bookmark size={16} aria-hidden="true" />}
							label={one.name}
							current={sameFilter(one.filter, filter)}
							onOpen={() => changeFilter(one.filter)}
							onForget={() => remove(one.id)}
						/>
					))}
				</ul>
			</div>
			{facets.tags.length > 0 ? (
				<div>
					<h2>Tags</h2>
					<ul>
						{facets.tags.map((tag) => (
							<ViewLink
								key={tag.id}
								icon={<TagIcon size={16} aria-hidden="true" />}
								label={tag.name}
								count={tag.count}
								current={filter.tag === tag.id && countActiveFilters(filter) === 1}
								onOpen={() => changeFilter({ ...emptyFilter, view: filter.view, tag: tag.id })}
							/>
						))}
					</ul>
				</div>
			) : null}
			<SetupProgress />
		</nav>
	)
}

function ViewLink({
	icon,
	label,
	current,
	count,
	isHighlighted,
	onOpen,
	onForget,
}: {
	icon: ReactNode
	label: string
	current: boolean
	count?: number
	isHighlighted?: boolean
	onOpen: () => void
	onForget?: () => void
}) {
	return (
		<li className="inbox-view">
			<button type="button" aria-current={current ? 'true' : undefined} onClick={onOpen}>
				{icon}
				<bdi>{label}</bdi>
				{count === undefined ? null : (
					<span className={classNames('ui-count', isHighlighted && 'ui-count-on')}>{formatNumber(count)}</span>
				)}
			</button>
			{onForget ? (
				<Button
					className="inbox-view-forget"
					variant="quiet"
					size="tiny"
					icon
					aria-label={`Forget the view ${label}`}
					onClick={onForget}
				>
					<X size={14} aria-hidden="true" />
				</Button>
			) : null}
		</li>
	)
}

function SaveView({ disabled, onSave }: { disabled: boolean; onSave: (name: string) => void }) {
	const [open, setOpen] = useState(false)
	const [name, setName] = useState('')
	const save = (event: FormEvent) => {
		event.preventDefault()
		if (name.trim() === '') return
		onSave(name.trim())
		setName('')
		setOpen(false)
	}
	return (
		<Popover
			label="Save this view"
			open={open}
			onOpenChange={setOpen}
			trigger={
				<Button variant="quiet" size="tiny" icon aria-label="Save this view" disabled={disabled}>
					<Plus size={16} aria-hidden="true" />
				</Button>
			}
		>
			<form className="inbox-save-view" onSubmit={save}>
				<TextField
					label="Name of this view"
					help="Kept in this browser, with all of its filters."
					value={name}
					maxLength={60}
					onChange={(event) => setName(event.target.value)}
				/>
				<Button type="submit" variant="primary" disabled={name.trim() === ''}>
					Save view
				</Button>
			</form>
		</Popover>
	)
}
