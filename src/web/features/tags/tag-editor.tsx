import { Merge, Trash2 } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { toast } from 'sonner'
import { type TagColor, tagColors } from '#shared/rows.ts'
import { errorCode, errorMessage } from '#web/lib/client/errors.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx'
import { TagDot } from '#web/ui/tag-dot.tsx'
import { DeleteTagDialog, MergeDialog } from './tag-dialogs.tsx'
import { mergeText } from './tag-texts.ts'
import { type ListedTag, type TagFields, tagNamed, useSaveTag } from './use-tags.ts'

type EditorProps = {
	spaceId: string
	tags: readonly ListedTag[]
	/** The tag to change; without it, the editor makes a new one. */
	tag?: ListedTag
	/** Closes the editor, whose tag was saved, or merged or deleted, or left alone. */
	onClose: (how?: 'saved' | 'gone') => void
}

/** Changes the name and colour of a tag, merges it or deletes it; or makes a new tag. */
export function TagEditor({ spaceId, tags, tag, onClose }: EditorProps) {
	const [fields, setFields] = useState<TagFields>({ name: tag?.name ?? '', color: tag?.color ?? 'grey' })
	const [wasSubmitted, setWasSubmitted] = useState(false)
	const [into, setInto] = useState<ListedTag | null>(null)
	const [isDeleting, setDeleting] = useState(false)
	const save = useSaveTag(spaceId)
	const form = useFocusedField()
	const name = fields.name.trim()
	const taken = tagNamed(tags, name, tag?.id)
	const submit = async (event: FormEvent) => {
		event.preventDefault()
		setWasSubmitted(true)
		if (name === '' || taken) return
		try {
			await save.mutateAsync({ fields: { ...fields, name }, ...(tag ? { id: tag.id } : {}) })
		} catch {
			return
		}
		toast(tag ? 'The tag is saved.' : 'The tag is made.')
		onClose('saved')
	}
	const error = nameError(name, taken, wasSubmitted, save.error)
	return (
		<form className="tag-editor" ref={form} onSubmit={submit} noValidate aria-label={tag ? 'Edit tag' : 'New tag'}>
			<div className="ui-two">
				<TextField
					label="Name"
					dir="auto"
					maxLength={60}
					autoComplete="off"
					value={fields.name}
					error={error}
					onChange={({ target }) => setFields({ ...fields, name: target.value })}
				/>
				<ColorField value={fields.color} onChange={(color) => setFields({ ...fields, color })} />
			</div>
			{tag && taken ? (
				<p>
					<TextButton onClick={() => setInto(taken)}>
						Merge into “<bdi>{taken.name}</bdi>”
					</TextButton>
				</p>
			) : null}
			{tag && !taken && tags.length > 1 ? <MergeChoice tags={tags} tag={tag} onMerge={setInto} /> : null}
			<div className="ui-buttons">
				<Button type="submit" variant="primary" busy={save.isPending}>
					{tag ? 'Save' : 'Make tag'}
				</Button>
				<Button variant="quiet" onClick={() => onClose()}>
					Cancel
				</Button>
				{tag ? (
					<Button variant="danger" className="tag-editor-end" onClick={() => setDeleting(true)}>
						<Trash2 size={16} aria-hidden="true" />
						Delete tag
					</Button>
				) : null}
			</div>
			{tag && into ? (
				<MergeDialog
					from={tag}
					into={into}
					spaceId={spaceId}
					onClose={() => setInto(null)}
					onDone={() => onClose('gone')}
				/>
			) : null}
			{tag && isDeleting ? (
				<DeleteTagDialog
					tag={tag}
					spaceId={spaceId}
					onClose={() => setDeleting(false)}
					onDone={() => onClose('gone')}
				/>
			) : null}
		</form>
	)
}

function nameError(name: string, taken: ListedTag | undefined, wasSubmitted: boolean, refusal: unknown) {
	if (taken) return `A tag is called “${taken.name}”.`
	if (wasSubmitted && name === '') return 'Give the tag a name.'
	// A person made a tag of this name after the list was read.
	if (errorCode(refusal) === '23505') return 'A tag of this name was made a moment ago.'
	return refusal ? errorMessage(refusal) : undefined
}

/** Chooses the tag that takes the place of this one. */
function MergeChoice({
	tags,
	tag,
	onMerge,
}: {
	tags: readonly ListedTag[]
	tag: ListedTag
	onMerge: (into: ListedTag) => void
}) {
	const others = tags.filter(({ id }) => id !== tag.id)
	const [chosenId, setChosenId] = useState('')
	const chosen = others.find(({ id }) => id === chosenId)
	return (
		<div className="tag-merge">
			<Merge size={16} aria-hidden="true" />
			<div>
				<p className="ui-label">Merge into another tag</p>
				<p className="ui-quiet">
					{chosen ? mergeText(tag, chosen) : 'Its testimonials and walls get the other tag, and this one goes.'}
				</p>
				<div className="tag-merge-choice">
					<SelectField
						label="Merge into"
						hideLabel
						value={chosenId}
						onChange={({ target }) => setChosenId(target.value)}
					>
						<option value="">Choose a tag</option>
						{others.map(({ id, name, count }) => (
							<option key={id} value={id}>
								{name}, {formatNumber(count)}
							</option>
						))}
					</SelectField>
					<Button disabled={!chosen} onClick={() => chosen && onMerge(chosen)}>
						Merge
					</Button>
				</div>
			</div>
		</div>
	)
}

/** Focuses the first field when the editor opens. */
function useFocusedField(): RefObject<HTMLFormElement | null> {
	const form = useRef<HTMLFormElement>(null)
	useEffect(() => form.current?.querySelector('input')?.focus(), [])
	return form
}

const labels: Record<TagColor, string> = {
	green: 'Green',
	amber: 'Amber',
	blue: 'Blue',
	clay: 'Clay',
	violet: 'Violet',
	grey: 'Grey',
}

/** Chooses one of the colours that tags have. */
function ColorField({ value, onChange }: { value: TagColor; onChange: (color: TagColor) => void }) {
	const name = useId()
	return (
		<fieldset className="tag-colors">
			<legend className="ui-label">Colour</legend>
			{tagColors.map((color) => (
				<label key={color} title={labels[color]}>
					<input
						className="ui-sr"
						type="radio"
						name={name}
						aria-label={labels[color]}
						checked={color === value}
						onChange={() => onChange(color)}
					/>
					<TagDot color={color} />
				</label>
			))}
		</fieldset>
	)
}
