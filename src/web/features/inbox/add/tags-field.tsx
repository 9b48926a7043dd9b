import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { randomUuid } from '#shared/random-uuid.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TagDot } from '#web/ui/tag-dot.tsx'
import { optional } from './line-field.tsx'

/** Chooses tags of the space, and makes new ones. */
export function TagsField({ chosen, onChange }: { chosen: readonly string[]; onChange: (tags: string[]) => void }) {
	const { client, space, list } = useInbox()
	const { facets } = list
	const cache = useQueryClient()
	const [name, setName] = useState('')
	const [error, setError] = useState<string>()
	const make = async () => {
		const text = name.trim()
		if (text === '') return
		setError(undefined)
		const known = facets.tags.find((tag) => tag.name.toLocaleLowerCase() === text.toLocaleLowerCase())
		const id = known?.id ?? randomUuid()
		try {
			if (!known) throwIfError(await client.from('tags').insert({ id, space_id: space.id, name: text }))
			await refetchQueries(cache, queryKeys.tags(space.id))
			onChange([...new Set([...chosen, id])])
			setName('')
		} catch (problem) {
			setError(errorMessage(problem))
		}
	}
	return (
		<fieldset className="added-tags">
			<legend className="ui-field-top">
				<span className="ui-label">Tags</span> {optional}
			</legend>
			{facets.tags.length > 0 ? (
				<div className="added-tags-list">
					{facets.tags.map((tag) => (
						<Checkbox
							key={tag.id}
							checked={chosen.includes(tag.id)}
							onChange={(event) =>
								onChange(event.target.checked ? [...chosen, tag.id] : chosen.filter((id) => id !== tag.id))
							}
						>
							<TagDot color={tag.color} /> <bdi>{tag.name}</bdi>
						</Checkbox>
					))}
				</div>
			) : null}
			<TextField
				label="New tag"
				hideLabel
				placeholder="New tag"
				dir="auto"
				maxLength={60}
				autoComplete="off"
				value={name}
				error={error}
				onChange={(event) => setName(event.target.value)}
				onKeyDown={(event) => {
					if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
					// Enter makes the tag; it does not send the form.
					event.preventDefault()
					void make()
				}}
				after={<IconButton label="Make this tag" Icon={Plus} disabled={name.trim() === ''} onClick={make} />}
			/>
		</fieldset>
	)
}
