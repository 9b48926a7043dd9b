import { usePageTitle } from '#web/lib/page-title.ts'
import { useProfile } from '#web/lib/profile.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Settings, type SettingsEntry } from '#web/ui/settings.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { AppearancePart } from './appearance-part.tsx'
import { EmailPart } from './email-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { ProfilePart } from './profile-part.tsx'
import { SessionsPart } from './sessions-part.tsx'

const parts: SettingsEntry[] = [
	{ id: 'profile', label: 'Profile' },
	{ id: 'email', label: 'E-mail' },
	{ id: 'password', label: 'Password' },
	{ id: 'sessions', label: 'Sessions' },
	{ id: 'appearance', label: 'Appearance' },
]

/** /dashboard/account: the person, not the space. */
export function Page() {
	usePageTitle('Account')
	const { data: profile, error, refetch } = useProfile()
	if (error && !profile) return <ErrorBox error={error} onRetry={() => void refetch()} />
	if (!profile) return <PageSpinner />
	return (
		<Settings title="Account" parts={parts}>
			<ProfilePart profile={profile} />
			<EmailPart />
			<PasswordPart />
			<SessionsPart />
			<AppearancePart />
		</Settings>
	)
}
