import { useState } from 'react'
import { useSavedDraft } from '#web/lib/drafts/use-saved-draft.ts'
import { type AddedDraft, createAddedDraft } from '#web/lib/testimonials/send-added.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

/** A stored draft, with defaults for what is missing or of another type. */
export const parseAddedDraft = (stored: Partial<AddedDraft> | null): AddedDraft | null => {
	if (stored === null || typeof stored !== 'object') return null
	const empty = createAddedDraft()
	const known = Object.entries(empty).map(([field, value]) => {
		const kept = stored[field as keyof AddedDraft]
		return [field, typeof kept === typeof value ? kept : value]
	})
	const draft: AddedDraft = { ...empty, ...Object.fromEntries(known) }
	const { rating, tags } = stored
	draft.rating = typeof rating === 'number' && [1, 2, 3, 4, 5].includes(rating) ? rating : null
	draft.tags = Array.isArray(tags) ? tags.filter(isText) : []
	return draft
}

/** True when nothing was typed: the id alone makes no draft. */
const isEmpty = ({ id: _, ...typed }: AddedDraft): boolean => {
	const { id: __, ...empty } = createAddedDraft()
	return JSON.stringify(typed) === JSON.stringify(empty)
}

/** The words and choices of the testimonial that is being typed in, kept in this browser until it is added. */
export const useAddedDraft = (spaceId: string) => {
	const [saved, save] = useSavedDraft<AddedDraft, AddedDraft>(`plaudit-added-${spaceId}`, parseAddedDraft)
	const [draft, setDraft] = useState(() => saved ?? createAddedDraft())
	const replace = (next: AddedDraft) => {
		setDraft(next)
		save(isEmpty(next) ? null : next)
	}
	return {
		draft,
		isEmpty: isEmpty(draft),
		change: (part: Partial<AddedDraft>) => replace({ ...draft, ...part }),
		clear: () => replace(createAddedDraft()),
	}
}
