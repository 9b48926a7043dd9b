import { Check, Plus, Tag as TagIcon } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import type { Facets } from '#web/features/inbox/filters/use-facets.ts'
import type { Inbox } from '#web/features/inbox/use-inbox.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { useTagging } from './use-tagging.ts'
import './tag-picker.css'

/** Adds tags to testimonials and removes them; an unknown name creates a tag. */
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
	const { addTag, removeTag, createTag } = useTagging(inbox)
	const [text, setText] = useState('')
	const newName = text.trim()
	const matching = facets.tags.filter((tag) => tag.name.toLocaleLowerCase().includes(newName.toLocaleLowerCase()))
	const exact = facets.tags.find((tag) => tag.name.toLocaleLowerCase() === newName.toLocaleLowerCase())
	const onAll = (id: string) => items.every((item) => item.testimonial_tags.some((tag) => tag.tag_id === id))
	const submit = (event: FormEvent) => {
		event.preventDefault()
		const one = exact ?? (matching.length === 1 ? matching[0] : undefined)
		if (one) addTag(items, one.id)
		else if (newName !== '') createTag(items, newName)
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
				{matching.map((tag) => {
					const on = onAll(tag.id)
					return (
						<li key={tag.id}>
							<button
								type="button"
								aria-pressed={on}
								onClick={() => (on ? removeTag(items, tag.id) : addTag(items, tag.id))}
							>
								<Check size={14} aria-hidden="true" />
								<bdi>{tag.name}</bdi>
							</button>
						</li>
					)
				})}
				{newName !== '' && !exact ? (
					<li>
						<button
							type="button"
							onClick={() => {
								createTag(items, newName)
								setText('')
							}}
						>
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
		</Popover>
	)
}
