import type { User } from '@supabase/supabase-js'
import { toast } from 'sonner'
import { PhoneVerificationForm } from '#web/features/account/phone-verification-form.tsx'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { verifiedFactors } from '#web/lib/auth/assurance-level.ts'
import { useAuth, useUser } from '#web/lib/auth/auth-context.tsx'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useProfile } from '#web/lib/spaces/common-queries.ts'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { Settings, type SettingsNavItem, SettingsSection } from '#web/ui/settings.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { EmailSection } from './credentials/email-section.tsx'
import { PasswordSection } from './credentials/password-section.tsx'
import { AccountDataSection } from './data/account-data-section.tsx'
import { FactorsSection } from './factors/factors-section.tsx'
import { IdentitiesSection } from './identities/identities-section.tsx'
import { AppearanceSection, ProfileSection } from './profile/profile-section.tsx'
import { SessionsSection } from './sessions/sessions-section.tsx'
import { StepUpProvider } from './step-up/step-up.tsx'
import { useAccountSync, usePasskeys, useSessions } from './use-account.ts'
import './account.css'

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

type SentCode = { phone: string; at: number }

/** The number for sign-in codes. A new one takes effect once its code is entered. */
function PhoneSection() {
	const user = useUser()
	const withStepUp = useStepUp()
	const present = user.phone ? `+${user.phone}` : ''
	const [typed, setTyped] = useSessionStorage<string | null>('plaudit-new-phone', null)
	const [sentCode, setSentCode] = useSessionStorage<SentCode | null>('plaudit-new-phone-sent', null)
	const sendCode = async (phone: string) => {
		const client = await supabase
		await withStepUp(async () => throwIfError(await client.auth.updateUser({ phone })))
		setSentCode({ phone, at: Date.now() })
	}
	const forget = () => {
		setTyped(null)
		setSentCode(null)
	}
	const verifyCode = async (token: string) => {
		if (!sentCode) return
		const { phone } = sentCode
		throwIfError(await (await supabase).auth.verifyOtp({ phone, token, type: 'phone_change' }))
		forget()
		toast('Phone number changed')
	}
	return (
		<SettingsSection id="phone" title="Phone" text="Another way in: a code that comes to it.">
			<PhoneVerificationForm
				className="ui-stack"
				phone={typed ?? present}
				onPhone={setTyped}
				sentAt={sentCode?.at ?? null}
				onText={sendCode}
				onTextAgain={async () => {
					if (sentCode) await sendCode(sentCode.phone)
				}}
				onCode={verifyCode}
				submitLabel="Use this number"
				isUntouched={(typed ?? present).trim() === present}
				onCancel={forget}
				cancel={present ? 'Keep the present one' : 'Cancel'}
			/>
		</SettingsSection>
	)
}
