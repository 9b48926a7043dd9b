import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NotificationChoice } from '#shared/rows.ts'
import { browserTimeZone } from '#web/features/notifications/use-profile-defaults.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useProfile } from '#web/lib/spaces/common-queries.ts'
import { RadioList, Switch } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import type { NotificationSettings } from './use-notification-settings.ts'

type SectionProps = {
	settings: NotificationSettings
	onChange: (change: Partial<Pick<NotificationSettings, 'new_testimonial' | 'edited_or_withdrawn'>>) => void
}

const choices: { value: NotificationChoice; label: string; text: string }[] = [
	{
		value: 'immediate',
		label: 'A mail at once',
		text: 'With the words, the stars and a link. More than 5 in 10 minutes become one mail.',
	},
	{
		value: 'daily',
		label: 'One mail a day',
		text: 'At 08:00 in your time zone. None on a day when nothing happened.',
	},
	{ value: 'off', label: 'No mail', text: 'The inbox still counts.' },
]

/** The user's choice of mails about new testimonials in this space. */
export function TestimonialSection({ settings, onChange }: SectionProps) {
	const { email } = useUser()
	return (
		<SettingsSection id="new" title="A new testimonial" text="Only for you, in this space.">
			{settings.refusal ? (
				<Notice isError>
					<strong>
						Your address was refused{settings.refused_at ? ` on ${formatDate(settings.refused_at)}` : ''}.
					</strong>
					<p>
						The mail server answered “<bdi>{settings.refusal}</bdi>”. Check your address under Account; the next mail is
						sent all the same.
					</p>
				</Notice>
			) : null}
			<RadioList
				label="Mail for a new testimonial"
				value={settings.new_testimonial}
				options={choices}
				onChange={(value) => onChange({ new_testimonial: value })}
			/>
			<TimeZoneField />
			<p className="ui-help">
				{email ? (
					<span>
						Mails go to <bdi className="notify-address">{email}</bdi>. Spam raises none.
					</span>
				) : (
					'Your account has no address, so no mail can be sent. Add one under Account.'
				)}
			</p>
		</SettingsSection>
	)
}

/** The switch for mails about edits and withdrawals. */
export function ChangesSection({ settings, onChange }: SectionProps) {
	return (
		<SettingsSection id="changes" title="Also tell me">
			<Switch
				checked={settings.edited_or_withdrawn}
				onChange={({ target }) => onChange({ edited_or_withdrawn: target.checked })}
			>
				When somebody edits or withdraws their testimonial
			</Switch>
		</SettingsSection>
	)
}

/** The time zone of the user's daily mails, for all spaces. */
function TimeZoneField() {
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
