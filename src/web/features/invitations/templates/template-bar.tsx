import { useState } from 'react'
import type { Message } from '#web/features/invitations/compose/message.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx'
import { useInvitationTemplates } from './use-invitation-templates.ts'

/** Chooses kept words, and keeps those of the message under a name. */
export function TemplateBar({ message, onChoose }: { message: Message; onChoose: (message: Message) => void }) {
	const { space } = useSpace()
	const { templates, keep, remove } = useInvitationTemplates(space.id)
	const [name, setName] = useState<string | null>(null)
	const chosen = templates.find((one) => one.subject === message.subject && one.message === message.message)
	const isKnown = templates.some((template) => template.name === name?.trim())
	const canKeep = [name ?? '', message.subject, message.message].every((text) => text.trim() !== '')
	const error = keep.error ?? remove.error
	return (
		<>
			{templates.length > 0 ? (
				<SelectField
					label="Template"
					value={chosen?.id ?? ''}
					onChange={({ target }) => {
						const template = templates.find(({ id }) => id === target.value)
						if (template) onChoose({ subject: template.subject, message: template.message })
					}}
				>
					<option value="" disabled>
						Choose kept words
					</option>
					{templates.map((template) => (
						<option key={template.id} value={template.id}>
							{template.name}
						</option>
					))}
				</SelectField>
			) : null}
			{name === null ? (
				<p className="invite-put ui-small">
					{chosen ? (
						<Button variant="quiet" size="tiny" onClick={() => remove.mutate(chosen)}>
							Delete the template “{chosen.name}”
						</Button>
					) : (
						<Button size="tiny" onClick={() => setName('')}>
							Keep these words as a template
						</Button>
					)}
				</p>
			) : (
				<form
					onSubmit={(event) => {
						event.preventDefault()
						const words = { name: name.trim(), subject: message.subject.trim(), message: message.message }
						if (canKeep) keep.mutate(words, { onSuccess: () => setName(null) })
					}}
				>
					<TextField
						label="Name of the template"
						maxLength={60}
						value={name}
						help={isKnown ? 'A template has this name. It is replaced.' : undefined}
						onChange={({ target }) => setName(target.value)}
						after={
							<Button type="submit" size="tiny" busy={keep.isPending} disabled={!canKeep}>
								{isKnown ? 'Replace' : 'Keep'}
							</Button>
						}
					/>
					<Button variant="quiet" size="tiny" onClick={() => setName(null)}>
						Cancel
					</Button>
				</form>
			)}
			{error ? (
				<p className="ui-error" role="alert">
					{errorMessage(error)}
				</p>
			) : null}
		</>
	)
}
