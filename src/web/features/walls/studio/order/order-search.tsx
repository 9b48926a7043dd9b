import { Pin } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { searchSize, useOrderSearch } from './order-entries.ts'
import { EntryText } from './order-row.tsx'

const shown = 30

/** Finds published testimonials by author or words, places them, and leads to those that are placed. */
export function OrderSearch(props: {
	spaceId: string
	fixed: readonly string[]
	open: boolean
	onPlace: (id: string, name: string) => void
	onGoTo: (id: string, place: number) => void
}) {
	const { spaceId, fixed, open, onPlace, onGoTo } = props
	const [text, setText] = useState('')
	const { data: found = [], isPending } = useOrderSearch(spaceId, text, open)
	const places = new Map(fixed.map((id, at) => [id, at]))
	const isSearching = text.trim() !== ''
	const others = found.filter(({ id }) => !places.has(id))
	// Without a search the placed ones stand above anyway.
	const rows = (isSearching ? [...others, ...found.filter(({ id }) => places.has(id))] : others).slice(0, shown)
	return (
		<>
			<TextField
				label="Add or find a published testimonial"
				placeholder="Find by name or words"
				maxLength={100}
				value={text}
				onChange={(event) => setText(event.target.value)}
			/>
			<ul className="order-rest">
				{rows.map((entry) => {
					const place = places.get(entry.id)
					return (
						<li key={entry.id}>
							<EntryText entry={entry} />
							{place === undefined ? (
								<Button
									size="tiny"
									variant="quiet"
									aria-label={`Place ${entry.name} by hand`}
									onClick={() => onPlace(entry.id, entry.name)}
								>
									<Pin size={14} aria-hidden="true" />
									Place
								</Button>
							) : (
								<Button size="tiny" variant="quiet" onClick={() => onGoTo(entry.id, place)}>
									Go to no. {place + 1}
								</Button>
							)}
						</li>
					)
				})}
			</ul>
			{rows.length === 0 && !isPending ? (
				<p className="ui-quiet ui-small">{nothing(isSearching, found.length)}</p>
			) : null}
			{rows.length === shown || found.length === searchSize ? (
				<p className="ui-quiet ui-small">Search by name or words to find others.</p>
			) : null}
		</>
	)
}

function nothing(isSearching: boolean, found: number): string {
	if (isSearching) return 'No published testimonial has this.'
	return found > 0 ? 'The latest ones are all placed.' : 'Nothing is published yet.'
}
