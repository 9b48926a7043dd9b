import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { check, sayError } from '#web/lib/errors.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useKept } from '#web/lib/kept.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { AreaField } from '#web/ui/text-field.tsx'
import { inboxKeys } from './inbox-cache.ts'
import { type InboxItem, mayBePublic } from './inbox-item.ts'
import type { Inbox } from './use-inbox.ts'
import type { Detail } from './use-testimonial.ts'

/** The owner's one public answer under a testimonial: read, written, changed, taken away. */
export function ReplyBox({
	inbox,
	item,
	reply,
}: {
	inbox: Inbox
	item: InboxItem
	reply: Detail['reply']
}) {
	const { client, space, canEdit } = inbox
	const cache = useQueryClient()
	const [text, setText] = useKept<string | null>(`plaudit-answer-${item.id}`, null)
	const [asked, setAsked] = useState(false)
	const [busy, setBusy] = useState(false)
	const write = (start: string) => {
		setAsked(true)
		setText(start)
	}

	const attempt = async (act: () => PromiseLike<{ error: unknown }>, done: string) => {
		setBusy(true)
		try {
			check(await act())
			await cache.invalidateQueries({ queryKey: inboxKeys.detail(space.id, item.id) })
			setText(null)
			toast(done)
		} catch (error) {
			toast.error(sayError(error))
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
		attempt(
			() => client.from('replies').delete().eq('testimonial_id', item.id),
			'Your answer is removed.',
		)

	if (text !== null)
		return (
			<section className="inbox-reply" aria-label="Answer in public">
				<AreaField
					label="Your public answer"
					help={`${text.length} of 2,000. It stands under the words wherever they are shown.`}
					value={text}
					maxLength={2000}
					dir="auto"
					// An answer that was begun earlier waits; the keys of the list go on working beside it.
					autoFocus={asked}
					onChange={(event) => setText(event.target.value)}
				/>
				<div className="inbox-edges">
					<Button
						variant="primary"
						busy={busy}
						disabled={text.trim() === ''}
						onClick={() => save(text.trim())}
					>
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
					<span className="ui-small ui-quiet">{formatMoment(reply.created_at)}</span>
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
	return canEdit && mayBePublic(item) ? (
		<p className="inbox-excerpt-line">
			<TextButton onClick={() => write('')}>Answer in public</TextButton>
		</p>
	) : null
}
