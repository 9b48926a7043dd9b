import { type AuthScreenProps, isSignupOpen, signupClosedText } from '#web/features/sign-in/auth-draft.ts'
import { AuthScreen } from '#web/features/sign-in/auth-layout.tsx'
import { useOtherMethods } from '#web/features/sign-in/methods/other-methods.tsx'
import { ProviderButtons } from '#web/features/sign-in/methods/provider-buttons.tsx'
import { enabledProviders } from '#web/lib/auth/providers.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'

/** Sign-in where addresses are used for invitations only: by provider, company, phone, passkey or wallet. */
export function SignInWithoutEmail({ showMode }: Pick<AuthScreenProps, 'showMode'>) {
	const captcha = useCaptcha()
	const config = useConfig()
	const { ways, problem } = useOtherMethods({ showMode, captcha })
	const hasProviders = enabledProviders(config).length > 0
	// Phone codes and passkeys require an existing account.
	const makesAccounts = isSignupOpen(config) && (hasProviders || config?.saml === true)
	return (
		<AuthScreen title="Sign in" lead="Your customers’ words are where you left them.">
			<ProviderButtons below={ways.length > 0 ? 'others' : 'nothing'} />
			{problem ? <Notice isError>{problem}</Notice> : null}
			{captcha.widget}
			<div className="auth-providers">
				{ways.map(({ label, icon, act }) => (
					<Button key={label} size="tall" wide onClick={() => void act()}>
						<span className="auth-way-icon" aria-hidden="true">
							{icon}
						</span>
						{label}
					</Button>
				))}
			</div>
			{hasProviders || ways.length > 0 ? (
				<p className="auth-swap">
					{makesAccounts
						? 'New to Plaudit? Your first visit by a provider or your organisation makes an account.'
						: signupClosedText(config)}
				</p>
			) : (
				<Notice isError>No way to sign in works in this browser. Ask the administrator of this Plaudit.</Notice>
			)}
		</AuthScreen>
	)
}
