import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationSettingsRow } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

/** The columns of `notification_settings` that the screen shows. */
export type NotificationSettings = Pick<
	NotificationSettingsRow,
	'new_testimonial' | 'edited_or_withdrawn' | 'refusal' | 'refused_at'
>

const defaults: NotificationSettings = {
	new_testimonial: 'immediate',
	edited_or_withdrawn: true,
	refusal: null,
	refused_at: null,
}

/** The user's own settings in a space; without a row, the defaults. */
export function useNotificationSettings(spaceId: string) {
	const { id } = useUser()
	return useQuery({
		queryKey: queryKeys.notifications(spaceId, id),
		queryFn: async (): Promise<NotificationSettings> => {
			const client = await supabase
			const rows = unwrap(
				await client
					.from('notification_settings')
					.select('new_testimonial, edited_or_withdrawn, refusal, refused_at')
					.match({ space_id: spaceId, user_id: id }),
			)
			return rows[0] ?? defaults
		},
	})
}

/** Saves a part of the settings at once; the screen shows it before the server has answered. */
export function useSaveNotificationSettings(spaceId: string) {
	const { id } = useUser()
	const queries = useQueryClient()
	const queryKey = queryKeys.notifications(spaceId, id)
	return useMutation({
		scope: { id: `notifications-${spaceId}` },
		mutationFn: async (change: Partial<Pick<NotificationSettings, 'new_testimonial' | 'edited_or_withdrawn'>>) => {
			const client = await supabase
			const settings = client.from('notification_settings')
			const mine = { space_id: spaceId, user_id: id }
			const update = async () => unwrap(await settings.update(change).match(mine).select('space_id')).length > 0
			if (await update()) return
			const { error } = await settings.insert({ ...mine, ...change })
			// Another tab made the row meanwhile.
			if (error && !(error.code === '23505' && (await update()))) throw error
		},
		onMutate: async (change) => {
			await queries.cancelQueries({ queryKey })
			const before = queries.getQueryData<NotificationSettings>(queryKey)
			queries.setQueryData<NotificationSettings>(queryKey, (now) => now && { ...now, ...change })
			return { before }
		},
		onError: (_, __, context) => queries.setQueryData(queryKey, context?.before),
		onSettled: () => queries.invalidateQueries({ queryKey }),
	})
}
