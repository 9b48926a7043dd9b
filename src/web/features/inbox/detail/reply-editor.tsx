import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import { canBePublic, type InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import type { Detail } from './use-testimonial.ts'

/** The owner's public reply to a testimonial: read, write, change, remove. */
export function ReplyEditor({ item, reply }: { item: InboxItem; reply: Detail['reply'] }) {
	const { client, space, canEdit } = useInbox()
	const cache = useQueryClient()
	const [text, setText] = useSessionStorage<string | null>(`plaudit-answer-${item.id}`, null)
	const [wasOpened, setWasOpened] = useState(false)
	const [busy, setBusy] = useState(false)
	const write = (start: string) => {
		setWasOpened(true)
		setText(start)
	}

	const attempt = async (act: () => PromiseLike<{ error: unknown }>, done: string) => {
		setBusy(true)
		try {
			throwIfError(await act())
			await cache.invalidateQueries({ queryKey: inboxKeys.detail(space.id, item.id) })
			setText(null)
			toast(done)
		} catch (error) {
			toast.error(errorMessage(error))
		} finally {
			setBusy(false)
		}
	}
	const save = (body: string) =>
		attempt(
			() =>
				reply
					? client.from('replies').update({ body }).eq('testimonial_id', item.id)
					: client.from('replies').insert({ space_id: space.id, testimonial_id: item.id, body }),
			'Your answer is saved.',
		)
	const remove = () =>
		attempt(() => client.from('replies').delete().eq('testimonial_id', item.id), 'Your answer is removed.')

	if (text !== null)
		return (
			<section className="inbox-reply" aria-label="Answer in public">
				<TextAreaField
					label="Your public answer"
					help={`${text.length} of 2,000. It stands under the words wherever they are shown.`}
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
					<Button variant="quiet" onClick={() => setText(null)}>
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
					<span className="ui-small ui-quiet">{formatDateTime(reply.created_at)}</span>
				</h2>
				<p dir="auto">{reply.body}</p>
				{canEdit ? (
					<p className="inbox-excerpt-line">
						<TextButton onClick={() => write(reply.body)}>Change</TextButton>
						<TextButton disabled={busy} onClick={remove}>
							Remove
						</TextButton>
					</p>
				) : null}
			</section>
		)
	return canEdit && canBePublic(item) ? (
		<p className="inbox-excerpt-line">
			<TextButton onClick={() => write('')}>Answer in public</TextButton>
		</p>
	) : null
}
