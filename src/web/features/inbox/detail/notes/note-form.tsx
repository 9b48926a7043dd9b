import { type FormEvent, useRef } from 'react'
import { useEscape } from '#web/lib/browser/use-escape.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'

const most = 2000

/** Writes a note. `onLater` closes the form and keeps the text. */
export function NoteForm(props: {
	text: string
	submitLabel: string
	busy: boolean
	error: string | undefined
	onType: (text: string) => void
	onSave: (body: string) => void
	onCancel: () => void
	onLater: () => void
}) {
	const { text, submitLabel, busy, error, onType, onSave, onCancel, onLater } = props
	const form = useRef<HTMLFormElement>(null)
	useEscape(onLater, form)
	const body = text.trim()
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (body !== '') onSave(body)
	}
	return (
		<form className="note-form" ref={form} onSubmit={submit}>
			<TextAreaField
				label="Note"
				help={`${formatNumber(text.length)} of ${formatNumber(most)}. Only members of this space read it, and its author if they ask for their data.`}
				error={error}
				value={text}
				maxLength={most}
				dir="auto"
				autoFocus
				onChange={({ target }) => onType(target.value)}
				onKeyDown={(event) => {
					if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event)
				}}
			/>
			<div className="inbox-edges">
				<Button type="submit" variant="primary" busy={busy} disabled={body === ''}>
					{submitLabel}
				</Button>
				<Button variant="quiet" onClick={onCancel}>
					Cancel
				</Button>
			</div>
		</form>
	)
}
