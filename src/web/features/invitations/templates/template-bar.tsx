import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InvitationTemplateRow } from '#shared/rows.ts'
import type { Message } from '#web/features/invitations/compose/message.ts'
import { errorMessage, StaleError, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx'

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

type InvitationTemplate = Omit<InvitationTemplateRow, 'space_id' | 'changed_at'>

/** The words of invitations that the space keeps, by name, with functions to keep and delete some. */
function useInvitationTemplates(spaceId: string) {
	const queries = useQueryClient()
	const queryKey = queryKeys.invitationTemplates(spaceId)
	const onSettled = () =>
		Promise.all([
			refetchQueries(queries, queryKey),
			queries.invalidateQueries({ queryKey: queryKeys.customerMails(spaceId) }),
		])
	const { data: templates = [] } = useQuery({
		queryKey,
		queryFn: async (): Promise<InvitationTemplate[]> => {
			const table = (await supabase).from('invitation_templates')
			return unwrap(await table.select('id, name, subject, message, version').eq('space_id', spaceId).order('name'))
		},
	})
	/** A template of the same name is replaced, if it is still as it was read. */
	const keep = useMutation({
		mutationFn: async ({ name, subject, message }: Message & { name: string }) => {
			const table = (await supabase).from('invitation_templates')
			const known = templates.find((template) => template.name === name)
			if (!known) return throwIfError(await table.insert({ space_id: spaceId, name, subject, message }))
			const { id, version } = known
			const changed = table.update({ subject, message }).match({ space_id: spaceId, id, version }).select('id')
			if (unwrap(await changed).length === 0) throw new StaleError('The template was changed meanwhile.')
		},
		onSettled,
	})
	const remove = useMutation({
		mutationFn: async ({ id }: InvitationTemplate) =>
			throwIfError(await (await supabase).from('invitation_templates').delete().match({ space_id: spaceId, id })),
		onSettled,
	})
	return { templates, keep, remove }
}
