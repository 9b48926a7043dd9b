import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import { canBePublic, type InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { useEscape } from '#web/lib/browser/use-escape.ts'
import { errorCode, errorMessage, StaleError, throwIfError } from '#web/lib/client/errors.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import type { Detail } from './use-testimonial.ts'

/** The owner's public reply to a testimonial: read, write, change, remove. */
export function ReplyEditor({ item, reply }: { item: InboxItem; reply: Detail['reply'] }) {
	const { client, space, canEdit, refresher } = useInbox()
	const cache = useQueryClient()
	const [text, setText] = useSessionStorage<string | null>(`plaudit-answer-${item.id}`, null)
	// A reply that was begun before a reload is open again.
	const [isOpen, setOpen] = useState(text !== null)
	const [wasOpened, setWasOpened] = useState(false)
	const editor = useRef<HTMLElement>(null)
	const [busy, setBusy] = useState(false)
	const write = (start: string) => {
		setWasOpened(true)
		setOpen(true)
		setText((draft) => draft ?? start)
	}

	const discard = () => {
		setText(null)
		setOpen(false)
	}
	// Changed text stays as a draft of this tab.
	const close = () => {
		if (text?.trim() === (reply?.body ?? '')) discard()
		else setOpen(false)
	}
	useEscape(close, editor)

	const attempt = async (act: () => PromiseLike<unknown>, done: 'saved' | 'removed') => {
		setBusy(true)
		const refetch = () => refetchQueries(cache, inboxKeys.detail(space.id, item.id))
		try {
			await act()
			// A list that is filtered by answers is told.
			refresher.add([item.id])
			await refetch()
			discard()
			toast(`Your answer is ${done}.`)
		} catch (error) {
			toast.error(`Your answer was not ${done}. ${errorMessage(error)}`)
			if (error instanceof StaleError) await refetch()
		} finally {
			setBusy(false)
		}
	}
	const replies = () => client.from('replies')
	const save = (body: string) =>
		attempt(async () => {
			const saved = reply
				? await replies().update({ body }).eq('testimonial_id', item.id).select('testimonial_id')
				: await replies().insert({ space_id: space.id, testimonial_id: item.id, body })
			// Another member wrote or removed the answer, or an earlier request was saved without its response.
			if (errorCode(saved.error) === '23505' || saved.data?.length === 0) throw new StaleError()
			throwIfError(saved)
		}, 'saved')
	const remove = () =>
		attempt(async () => throwIfError(await replies().delete().eq('testimonial_id', item.id)), 'removed')

	if (isOpen && text !== null)
		return (
			<section className="inbox-reply" aria-label="Answer in public" ref={editor}>
				<TextAreaField
					label="Your public answer"
					help={`${formatNumber(text.length)} of ${formatNumber(2000)}. It stands under the words wherever they are shown.`}
					value={text}
					maxLength={2000}
					dir="auto"
					// A reply that was begun earlier stays in its box; the list's shortcuts work beside it.
					autoFocus={wasOpened}
					onChange={(event) => setText(event.target.value)}
				/>
				<div className="inbox-edges">
					<Button variant="primary" busy={busy} disabled={text.trim() === ''} onClick={() => save(text.trim())}>
						Save answer
					</Button>
					<Button variant="quiet" onClick={discard}>
						Cancel
					</Button>
				</div>
			</section>
		)
	if (reply)
		return (
			<section className="inbox-reply" aria-label="Your public answer">
				<h2>
					Your answer
					<span className="ui-small ui-quiet">{formatRelative(reply.created_at, 'label')}</span>
				</h2>
				<p dir="auto">{reply.body}</p>
				{canEdit ? (
					<p className="inbox-excerpt-line">
						<TextButton aria-keyshortcuts="w" onClick={() => write(reply.body)}>
							{text === null ? 'Change' : 'Continue your draft'}
						</TextButton>
						<TextButton disabled={busy} onClick={remove}>
							Remove
						</TextButton>
					</p>
				) : null}
			</section>
		)
	return canEdit && canBePublic(item) ? (
		<p className="inbox-excerpt-line">
			<TextButton aria-keyshortcuts="w" onClick={() => write('')}>
				{text === null ? 'Answer in public' : 'Continue your draft of an answer'}
			</TextButton>
		</p>
	) : null
}
