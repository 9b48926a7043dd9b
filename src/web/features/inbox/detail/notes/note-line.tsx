import { useState } from 'react'
import { toast } from 'sonner'
import type { Note } from '#web/features/inbox/detail/use-testimonial.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatDateTime, formatRelative } from '#web/lib/format/format-time.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { NoteForm } from './note-form.tsx'
import { useChangeNote } from './use-change-note.ts'

/** One note. Its author changes it; its author and owners delete it. */
export function NoteLine({ note, testimonialId, author }: { note: Note; testimonialId: string; author: string }) {
	const { canEdit } = useInbox()
	const { isOwner } = useSpace()
	const isMine = useUser().id === note.author
	const [text, setText] = useState<string | null>(null)
	const [isDeleting, setDeleting] = useState(false)
	const change = useChangeNote(testimonialId)
	const save = async (body: string) => {
		try {
			if (body !== note.body) await change.mutateAsync({ kind: 'edit', id: note.id, body })
		} catch {
			return
		}
		setText(null)
	}
	const remove = async () => {
		try {
			await change.mutateAsync({ kind: 'delete', id: note.id })
		} catch (error) {
			toast.error(errorMessage(error))
		}
		setDeleting(false)
	}
	return (
		<li className="note">
			<p className="note-by">
				<bdi>{author}</bdi>
				<time className="ui-quiet ui-small" dateTime={note.created_at} title={formatDateTime(note.created_at)}>
					{formatRelative(note.created_at, 'label')}
				</time>
				{note.edited_at === null ? null : (
					<span className="ui-quiet ui-small" title={formatDateTime(note.edited_at)}>
						edited
					</span>
				)}
			</p>
			{text === null ? (
				<p className="note-body" dir="auto">
					{note.body}
				</p>
			) : (
				<NoteForm
					text={text}
					submitLabel="Save note"
					busy={change.isPending}
					error={change.error ? errorMessage(change.error) : undefined}
					onType={setText}
					onSave={save}
					onCancel={() => setText(null)}
					onLater={() => text.trim() === note.body && setText(null)}
				/>
			)}
			{text === null && ((isMine && canEdit) || isOwner) ? (
				<p className="inbox-excerpt-line">
					{isMine ? (
						<TextButton onClick={() => setText(note.body)}>
							Change<span className="ui-sr"> your note</span>
						</TextButton>
					) : null}
					<TextButton onClick={() => setDeleting(true)}>
						Delete<span className="ui-sr"> the note</span>
					</TextButton>
				</p>
			) : null}
			<ConfirmDialog
				open={isDeleting}
				onOpenChange={setDeleting}
				title="Delete this note?"
				description={isMine ? 'It is gone for all members.' : `${author} wrote it. It is gone for all members.`}
				confirm="Delete note"
				busy={change.isPending}
				onConfirm={() => void remove()}
			/>
		</li>
	)
}
