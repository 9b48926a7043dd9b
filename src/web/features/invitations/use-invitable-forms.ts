import { useQuery } from '@tanstack/react-query'
import type { FormRow } from '#shared/rows.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

/** A form that an invitation may lead to. */
export type InvitableForm = Pick<FormRow, 'id' | 'name' | 'slug' | 'locale' | 'is_open'>

/** The forms of the space, oldest first. Closed ones are listed, and cannot be chosen. */
export const useInvitableForms = (spaceId: string) =>
	useQuery({
		queryKey: [...queryKeys.forms(spaceId), 'invitable'],
		queryFn: async (): Promise<InvitableForm[]> => {
			const client = await supabase
			return unwrap(
				await client
					.from('forms')
					.select('id, name, slug, locale, is_open')
					.eq('space_id', spaceId)
					.order('created_at'),
			)
		},
	})
