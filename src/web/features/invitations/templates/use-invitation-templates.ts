import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InvitationTemplateRow } from '#shared/rows.ts'
import type { Message } from '#web/features/invitations/compose/message.ts'
import { StaleError, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

export type InvitationTemplate = Omit<InvitationTemplateRow, 'space_id' | 'changed_at'>

/** The words of invitations that the space keeps, by name, with functions to keep and delete some. */
export function useInvitationTemplates(spaceId: string) {
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
