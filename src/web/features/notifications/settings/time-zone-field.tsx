import { useMutation, useQueryClient } from '@tanstack/react-query'
import { browserTimeZone } from '#web/features/notifications/use-profile-defaults.ts'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useProfile } from '#web/lib/spaces/common-queries.ts'
import { SelectField } from '#web/ui/fields/text-field.tsx'

/** The time zone of the user's daily mails, for all spaces. */
export function TimeZoneField() {
	const queries = useQueryClient()
	const { data: profile } = useProfile()
	const save = useMutation({
		mutationFn: async (time_zone: string) => {
			if (!profile) return
			const client = await supabase
			throwIfError(await client.from('profiles').update({ time_zone }).eq('id', profile.id))
			await refetchQueries(queries, queryKeys.profile(profile.id))
		},
	})
	const stored = profile?.time_zone ?? 'UTC'
	const shown = save.isPending ? save.variables : stored
	const zones = [...new Set([stored, browserTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
	return (
		<SelectField
			label="Time zone"
			value={shown}
			disabled={!profile}
			help="Counts for one mail a day, in all your spaces."
			error={save.error ? errorMessage(save.error) : undefined}
			onChange={({ target }) => save.mutate(target.value)}
		>
			{zones.map((zone) => (
				<option key={zone} value={zone}>
					{zone === shown ? `${zoneLabel(zone)}, now ${timeIn(zone)}` : zoneLabel(zone)}
				</option>
			))}
		</SelectField>
	)
}

function zoneLabel(zone: string): string {
	return zone.replaceAll('_', ' ')
}

function timeIn(timeZone: string): string {
	return new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
}
