import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import {
	type CustomerMailChange,
	type CustomerMailPreview,
	type CustomerMailPreviewRequest,
	mailTextProblems,
	normalizeMailWords,
	type OptionalCustomerMail,
} from '#shared/mail/customer-mails.ts'
import type { CustomerMailTextRow } from '#shared/rows.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { errorMessage, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** The choices of a space: the mails that are off, its own words, and the names of its templates for invitations. */
export type CustomerMailSettings = {
	off: OptionalCustomerMail[]
	texts: Omit<CustomerMailTextRow, 'space_id'>[]
	templates: string[]
}

export function useCustomerMails(spaceId: string) {
	return useQuery({
		queryKey: queryKeys.customerMails(spaceId),
		queryFn: async (): Promise<CustomerMailSettings> => {
			const client = await supabase
			const [off, texts, templates] = await Promise.all([
				client.from('customer_mails_off').select('mail').eq('space_id', spaceId),
				client
					.from('customer_mail_texts')
					.select('mail, locale, subject, body, version, changed_at')
					.eq('space_id', spaceId),
				client.from('invitation_templates').select('name').eq('space_id', spaceId).order('name'),
			])
			return {
				off: unwrap(off).map(({ mail }) => mail),
				texts: unwrap(texts),
				templates: unwrap(templates).map(({ name }) => name),
			}
		},
	})
}

/** Switches a mail on or off; the screen shows it before the server has answered. */
export function useSwitchMail(spaceId: string) {
	const queries = useQueryClient()
	const queryKey = queryKeys.customerMails(spaceId)
	return useMutation({
		scope: { id: `customer-mails-${spaceId}` },
		mutationFn: async ({ mail, isOn }: { mail: OptionalCustomerMail; isOn: boolean }) => {
			const table = (await supabase).from('customer_mails_off')
			const row = { space_id: spaceId, mail }
			throwIfError(
				await (isOn
					? table.delete().match(row)
					: table.upsert(row, { onConflict: 'space_id,mail', ignoreDuplicates: true })),
			)
		},
		onMutate: async ({ mail, isOn }) => {
			await queries.cancelQueries({ queryKey })
			const before = queries.getQueryData<CustomerMailSettings>(queryKey)
			queries.setQueryData<CustomerMailSettings>(
				queryKey,
				(now) => now && { ...now, off: [...now.off.filter((one) => one !== mail), ...(isOn ? [] : [mail])] },
			)
			return { before }
		},
		onError: (error, _, context) => {
			queries.setQueryData(queryKey, context?.before)
			toast.error(errorMessage(error))
		},
		onSettled: () => queries.invalidateQueries({ queryKey }),
	})
}

/** Saves words, or goes back to Plaudit's when they are null. Fails with the status 409 when another person changed them. */
export function useSaveMail(spaceId: string, target: Pick<CustomerMailChange, 'mail' | 'locale'>) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async ({
			words,
			version,
		}: Pick<CustomerMailChange, 'version'> & { words: Pick<CustomerMailChange, 'subject' | 'body'> | null }) => {
			const client = await supabase
			throwIfError(
				await client.functions.invoke('customer-mail', {
					method: words ? 'PUT' : 'DELETE',
					body: { space_id: spaceId, ...target, version, ...words },
				}),
			)
		},
		onSettled: () => refetchQueries(queries, queryKeys.customerMails(spaceId)),
	})
}

/** True when a save failed because another person changed the words since they were read. */
export const isConflict = (error: unknown): boolean =>
	error instanceof Error && 'context' in error && error.context instanceof Response && error.context.status === 409

/** The mail as the server would send it. The last good one stays while words are typed that the rules refuse. */
export function useCustomerMailPreview(request: CustomerMailPreviewRequest) {
	const { subject, body } = request
	const isGood =
		subject === undefined ||
		body === undefined ||
		Object.keys(mailTextProblems(normalizeMailWords({ subject, body }))).length === 0
	const settled = useDebounced(JSON.stringify(request))
	return useQuery({
		queryKey: queryKeys.customerMailPreview(request.space_id, settled),
		enabled: isGood && settled === JSON.stringify(request),
		placeholderData: keepPreviousData,
		gcTime: 60_000,
		retry: false,
		queryFn: async (): Promise<CustomerMailPreview> =>
			unwrap(
				await (await supabase).functions.invoke<CustomerMailPreview>('customer-mail-preview', {
					body: JSON.parse(settled) as CustomerMailPreviewRequest,
				}),
			),
	})
}
