import { verifiedFactors } from '#web/lib/auth/assurance-level.ts'
import { useAuth, useUser } from '#web/lib/auth/auth-context.tsx'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { useProfile } from '#web/lib/spaces/common-queries.ts'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { Settings, type SettingsNavItem, SettingsSection } from '#web/ui/settings.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { EmailSection } from './credentials/email-section.tsx'
import { PasswordSection } from './credentials/password-section.tsx'
import { PhoneSection } from './credentials/phone-section.tsx'
import { AccountDataSection } from './data/account-data-section.tsx'
import { FactorsSection } from './factors/factors-section.tsx'
import { IdentitiesSection } from './identities/identities-section.tsx'
import { AppearanceSection, ProfileSection } from './profile/profile-section.tsx'
import { SessionsSection } from './sessions/sessions-section.tsx'
import { StepUpProvider } from './step-up/step-up.tsx'
import { useAccountSync, usePasskeys, useSessions } from './use-account.ts'
import './account.css'
import type { User } from '@supabase/supabase-js'

const allSections: SettingsNavItem[] = [
	{ id: 'profile', label: 'Profile' },
	{ id: 'email', label: 'E-mail' },
	{ id: 'phone', label: 'Phone' },
	{ id: 'password', label: 'Password' },
	{ id: 'factors', label: 'Second factor' },
	{ id: 'identities', label: 'Ways to sign in' },
	{ id: 'sessions', label: 'Sessions' },
	{ id: 'appearance', label: 'Appearance' },
	{ id: 'leave', label: 'Delete account' },
]

const withoutPhone = allSections.filter(({ id }) => id !== 'phone')
const managedSections = withoutPhone.filter(({ id }) => id !== 'password')

/** /dashboard/account: the person, not the space. */
export function Page() {
	usePageTitle('Account')
	const { session } = useAuth()
	const user = useUser()
	const managed = isManagedAccount(user)
	const hasPhones = useConfig()?.phone === true
	const { data: profile, error, refetch } = useProfile()
	useAccountSync()
	const sessions = useSessions()
	const { passkeys } = usePasskeys()
	if (error && !profile) return <ErrorBox error={error} onRetry={() => void refetch()} />
	if (!profile) return <PageSpinner />
	const counts: Record<string, number> = {
		factors: verifiedFactors(session).filter(({ factor_type: type }) => type !== 'recovery_code').length,
		identities: (user.identities?.length ?? 0) + passkeys.length,
		sessions: sessions.data?.length ?? 0,
	}
	return (
		<StepUpProvider>
			<Settings
				title="Account"
				parts={managed ? managedSections : hasPhones ? allSections : withoutPhone}
				counts={counts}
			>
				<ProfileSection profile={profile} />
				{managed ? (
					<ManagedAccountSection user={user} />
				) : (
					<>
						<EmailSection />
						{hasPhones ? <PhoneSection /> : null}
						<PasswordSection />
					</>
				)}
				<FactorsSection />
				<IdentitiesSection />
				<SessionsSection />
				<AppearanceSection />
				<AccountDataSection />
			</Settings>
		</StepUpProvider>
	)
}

/** True when a company's single sign-on manages this account's address and password. */
function isManagedAccount({ app_metadata: { provider } }: User): boolean {
	return provider?.startsWith('sso:') ?? false
}

/** Replaces address, phone and password for accounts that a company manages. */
function ManagedAccountSection({ user }: { user: User }) {
	return (
		<SettingsSection id="email" title="E-mail and password" text="You sign in with your company.">
			<p>
				<bdi>{user.email}</bdi>
			</p>
			<p className="ui-quiet">Your organisation manages address and password. Ask its administrator to change them.</p>
		</SettingsSection>
	)
}
