import { verifiedFactors } from '#web/lib/assurance.ts'
import { useAuth, useUser } from '#web/lib/auth-context.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useProfile } from '#web/lib/profile.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Settings, type SettingsEntry } from '#web/ui/settings.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { AppearancePart } from './appearance-part.tsx'
import { EmailPart } from './email-part.tsx'
import { FactorsPart } from './factors-part.tsx'
import { IdentitiesPart } from './identities-part.tsx'
import { LeavePart } from './leave-part.tsx'
import { isManaged, ManagedPart } from './managed-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { PhonePart } from './phone-part.tsx'
import { ProfilePart } from './profile-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import { StepUp } from './step-up.tsx'
import { useAccountFollowing, usePasskeys, useSessions } from './use-account.ts'
import './account.css'

const everyPart: SettingsEntry[] = [
	{ id: 'profile', label: 'Profile' },
	{ id: 'email', label: 'E-mail' },
	{ id: 'phone', label: 'Phone' },
	{ id: 'password', label: 'Password' },
	{ id: 'factors', label: 'Second factor' },
	{ id: 'identities', label: 'Ways to sign in' },
	{ id: 'sessions', label: 'Sessions' },
	{ id: 'appearance', label: 'Appearance' },
	{ id: 'leave', label: 'Leave Plaudit' },
]

const withoutPhone = everyPart.filter(({ id }) => id !== 'phone')
const ofManaged = withoutPhone.filter(({ id }) => id !== 'password')

/** /dashboard/account: the person, not the space. */
export function Page() {
	usePageTitle('Account')
	const { session } = useAuth()
	const user = useUser()
	const managed = isManaged(user)
	const hasPhones = useConfig()?.phone === true
	const { data: profile, error, refetch } = useProfile()
	useAccountFollowing()
	const sessions = useSessions()
	const { passkeys } = usePasskeys()
	if (error && !profile) return <ErrorBox error={error} onRetry={() => void refetch()} />
	if (!profile) return <PageSpinner />
	const counts: Record<string, number> = {
		factors: verifiedFactors(session).filter(({ factor_type: type }) => type !== 'recovery_code')
			.length,
		identities: (user.identities?.length ?? 0) + passkeys.length,
		sessions: sessions.data?.length ?? 0,
	}
	return (
		<StepUp>
			<Settings
				title="Account"
				parts={managed ? ofManaged : hasPhones ? everyPart : withoutPhone}
				counts={counts}
			>
				<ProfilePart profile={profile} />
				{managed ? (
					<ManagedPart user={user} />
				) : (
					<>
						<EmailPart />
						{hasPhones ? <PhonePart /> : null}
						<PasswordPart />
					</>
				)}
				<FactorsPart />
				<IdentitiesPart />
				<SessionsPart />
				<AppearancePart />
				<LeavePart />
			</Settings>
		</StepUp>
	)
}
