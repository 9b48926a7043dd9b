import { Check, Plus, Tag as TagIcon } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { InboxItem } from './inbox-item.ts'
import type { Facets } from './use-facets.ts'
import type { Inbox } from './use-inbox.ts'
import { useTagging } from './use-tagging.ts'
import './tag-picker.css'

/** Puts tags on testimonials and takes them off; a name that does not exist yet makes a new tag. */
export function TagPicker({
	inbox,
	facets,
	items,
	trigger,
	open,
	onOpenChange,
}: {
	inbox: Inbox
	facets: Facets
	items: readonly InboxItem[]
	trigger?: ReactNode
	open?: boolean
	onOpenChange?: (open: boolean) => void
}) {
	const { put, take, make } = useTagging(inbox)
	const [text, setText] = useState('')
	const wanted = text.trim()
	const fitting = facets.tags.filter((tag) =>
		tag.name.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()),
	)
	const exact = facets.tags.find(
		(tag) => tag.name.toLocaleLowerCase() === wanted.toLocaleLowerCase(),
	)
	const onAll = (id: string) =>
		items.every((item) => item.testimonial_tags.some((tag) => tag.tag_id === id))
	const submit = (event: FormEvent) => {
		event.preventDefault()
		const one = exact ?? (fitting.length === 1 ? fitting[0] : undefined)
		if (one) put(items, one.id)
		else if (wanted !== '') make(items, wanted)
		setText('')
	}
	return (
		<Popover
			label="Tags"
			open={open}
			onOpenChange={onOpenChange}
			trigger={
				trigger ?? (
					<Button variant="quiet" size="tiny">
						<TagIcon size={14} aria-hidden="true" />
						Tag
					</Button>
				)
			}
		>
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
				{fitting.map((tag) => {
					const on = onAll(tag.id)
					return (
						<li key={tag.id}>
							<button
								type="button"
								aria-pressed={on}
								onClick={() => (on ? take(items, tag.id) : put(items, tag.id))}
							>
								<Check size={14} aria-hidden="true" />
								<bdi>{tag.name}</bdi>
							</button>
						</li>
					)
				})}
				{wanted !== '' && !exact ? (
					<li>
						<button
							type="button"
							onClick={() => {
								make(items, wanted)
								setText('')
							}}
						>
							<Plus size={14} aria-hidden="true" />
							<span>
								Make “<bdi>{wanted}</bdi>”
							</span>
						</button>
					</li>
				) : null}
			</ul>
			{facets.tags.length === 0 && wanted === '' ? (
				<p className="ui-small ui-quiet">Tags sort testimonials. Walls can select by them.</p>
			) : null}
		</Popover>
	)
}
