import { Check, Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { TagDot } from '#web/ui/tag-dot.tsx'
import { haveTag, useTagging } from './use-tagging.ts'
import './tag-picker.css'

/** Adds tags to testimonials and removes them; an unknown name creates a tag. */
export function TagPicker(props: {
	items: readonly InboxItem[]
	trigger: ReactNode
	open?: boolean
	onOpenChange?: (open: boolean) => void
}) {
	const { items, trigger, ...opening } = props
	const { facets } = useInbox().list
	const { setTag, toggleTag, createTag } = useTagging()
	const [text, setText] = useState('')
	const newName = text.trim()
	const matching = facets.tags.filter((tag) => tag.name.toLocaleLowerCase().includes(newName.toLocaleLowerCase()))
	const exact = facets.tags.find((tag) => tag.name.toLocaleLowerCase() === newName.toLocaleLowerCase())
	const create = () => {
		createTag(items, newName)
		setText('')
	}
	const submit = (event: FormEvent) => {
		event.preventDefault()
		const one = exact ?? (matching.length === 1 ? matching[0] : undefined)
		if (!one && newName !== '') return create()
		if (one) setTag(items, one.id, true)
		setText('')
	}
	return (
		<Popover label="Tags" trigger={trigger} {...opening}>
			<form onSubmit={submit}>
				<TextField
					label="Tag"
					hideLabel
					placeholder="Find or make a tag"
					value={text}
					maxLength={60}
					autoComplete="off"
					onChange={(event) => setText(event.target.value)}
				/>
			</form>
			<ul className="tag-picker">
				{matching.map((tag) => (
					<li key={tag.id}>
						<button type="button" aria-pressed={haveTag(items, tag.id)} onClick={() => toggleTag(items, tag.id)}>
							<Check size={14} aria-hidden="true" />
							<TagDot color={tag.color} />
							<bdi>{tag.name}</bdi>
						</button>
					</li>
				))}
				{newName !== '' && !exact ? (
					<li>
						<button type="button" onClick={create}>
							<Plus size={14} aria-hidden="true" />
							<span>
								Make “<bdi>{newName}</bdi>”
							</span>
						</button>
					</li>
				) : null}
			</ul>
			{facets.tags.length === 0 && newName === '' ? (
				<p className="ui-small ui-quiet">Tags sort testimonials. Walls can select by them.</p>
			) : null}
			{facets.tags.length > 0 ? (
				<Link className="tag-picker-all" to="/dashboard/space/tags">
					Rename, merge or delete tags
				</Link>
			) : null}
		</Popover>
	)
}
