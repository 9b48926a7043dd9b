import { useState } from 'react'
import { randomUuid } from '#shared/random-uuid.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import type { Note } from '#web/features/inbox/detail/use-testimonial.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { useActorNames } from '#web/lib/history/use-space-history.ts'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'
import { TextButton } from '#web/ui/button.tsx'
import { NoteForm } from './note-form.tsx'
import { NoteLine } from './note-line.tsx'
import { useChangeNote } from './use-change-note.ts'
import './notes-section.css'

/** The notes of members about a testimonial, for each other. */
export function NotesSection({ item, notes }: { item: InboxItem; notes: readonly Note[] }) {
	const { canEdit, space } = useInbox()
	const nameOf = useActorNames(space.id)
	if (!canEdit && notes.length === 0) return null
	return (
		<section className="notes" aria-label="Notes">
			<h2>
				Notes
				<span className="ui-small ui-quiet">For members only</span>
			</h2>
			{notes.length > 0 ? (
				<ul>
					{notes.map((note) => (
						<NoteLine key={note.id} note={note} testimonialId={item.id} author={authorName(note.author, nameOf)} />
					))}
				</ul>
			) : null}
			{canEdit ? <NewNote testimonialId={item.id} /> : null}
		</section>
	)
}

function authorName(author: string | null, nameOf: ReturnType<typeof useActorNames>): string {
	const name = author === null ? 'a former member' : nameOf(author)
	return name.replace(/^(you|a)\b/, (word) => (word === 'you' ? 'You' : 'A'))
}

/** A button that opens the form. What was begun stays a draft of this tab. */
function NewNote({ testimonialId }: { testimonialId: string }) {
	const [text, setText] = useSessionStorage<string | null>(`plaudit-note-${testimonialId}`, null)
	const [isOpen, setOpen] = useState(false)
	const change = useChangeNote(testimonialId)
	const discard = () => {
		setText(null)
		setOpen(false)
	}
	const save = async (body: string) => {
		try {
			await change.mutateAsync({ kind: 'add', id: randomUuid(), body })
		} catch {
			return
		}
		discard()
	}
	if (!isOpen)
		return (
			<p className="inbox-excerpt-line">
				<TextButton aria-keyshortcuts="n" onClick={() => setOpen(true)}>
					{text ? 'Continue your note' : 'Add a note'}
				</TextButton>
			</p>
		)
	return (
		<NoteForm
			text={text ?? ''}
			submitLabel="Add note"
			busy={change.isPending}
			error={change.error ? errorMessage(change.error) : undefined}
			onType={setText}
			onSave={save}
			onCancel={discard}
			onLater={() => setOpen(false)}
		/>
	)
}
