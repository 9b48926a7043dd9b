import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from 'sonner'
import { randomUuid } from '#shared/random-uuid.ts'
import { emptyFilter } from '#web/features/inbox/filters/inbox-filter.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { type AddedFiles, AddedRefused, sendAdded } from '#web/lib/testimonials/send-added.ts'
import type { useAddedDraft } from './use-added-draft.ts'

/** Sentences by field of the form post, and one of the whole form. */
export type AddedErrors = AddedRefused['fields'] & { form?: string }

const conflictText =
	'It was added already, as you first sent it. Close this and look in Pending, or send again to add this one as well.'

/** Sends the form once at a time; what was typed stays until the server has it. */
export const useAddTestimonial = (
	{ draft, change, clear }: ReturnType<typeof useAddedDraft>,
	form: RefObject<HTMLFormElement | null>,
	onAdded: () => void,
) => {
	const { client, space, list, navigation } = useInbox()
	const { changeFilter } = list
	const { openItem } = navigation
	const cache = useQueryClient()
	const [busy, setBusy] = useState(false)
	const [errors, setErrors] = useState<AddedErrors>({})

	const show = (found: AddedErrors) => {
		// Rendered at once: the field to focus is found by its mark.
		flushSync(() => setErrors(found))
		form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
	}
	const send = async (files: AddedFiles) => {
		const missing: AddedErrors = {}
		if (draft.body.trim() === '') missing.body = 'Paste what was said.'
		if (draft.name.trim() === '') missing.name = 'Who said it?'
		if (Object.keys(missing).length > 0) return show(missing)
		setBusy(true)
		setErrors({})
		try {
			const id = await sendAdded(client, space.id, draft, files)
			await refetchQueries(cache, queryKeys.space(space.id))
			clear()
			onAdded()
			changeFilter(emptyFilter)
			openItem(id)
			toast('Added. It waits for you to approve it.')
		} catch (error) {
			if (!(error instanceof AddedRefused)) return show({ form: errorMessage(error) })
			if (error.status === 409) change({ id: randomUuid() })
			const named = Object.keys(error.fields).length > 0
			show({ ...error.fields, form: error.status === 409 ? conflictText : named ? error.message : errorMessage(error) })
		} finally {
			setBusy(false)
		}
	}
	return { busy, errors, send }
}
