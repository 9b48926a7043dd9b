import { offeredProviders } from '#web/lib/provider-names.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { Button } from '#web/ui/button.tsx'
import { useCaptcha } from '#web/ui/captcha.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type AuthFaceProps, isOpen, noNewAccounts } from './auth-draft.ts'
import { useOtherWays } from './other-ways.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

/** Signing in where addresses are for invitations alone: by a provider, one's company, a phone, a key, a wallet. */
export function SignInWithoutAddress({ turnTo }: Pick<AuthFaceProps, 'turnTo'>) {
	const captcha = useCaptcha()
	const config = useConfig()
	const { ways, problem } = useOtherWays({ turnTo, captcha })
	const hasProviders = offeredProviders(config).length > 0
	// A code and a passkey belong to accounts that are there already.
	const makesAccounts = isOpen(config) && (hasProviders || config?.saml === true)
	return (
		<section>
			<h1 tabIndex={-1}>Sign in</h1>
			<p className="auth-lead">Your customers’ words are where you left them.</p>
			<ProviderButtons below={ways.length > 0 ? 'others' : 'nothing'} />
			{problem ? <Notice bad>{problem}</Notice> : null}
			{captcha.widget}
			<div className="auth-providers">
				{ways.map(({ words, icon, act }) => (
					<Button key={words} size="tall" wide onClick={() => void act()}>
						<span className="auth-way-icon" aria-hidden="true">
							{icon}
						</span>
						{words}
					</Button>
				))}
			</div>
			{hasProviders || ways.length > 0 ? (
				<p className="auth-swap">
					{makesAccounts
						? 'New to Plaudit? Your first visit by a provider or your organisation makes an account.'
						: noNewAccounts(config)}
				</p>
			) : (
				<Notice bad>No way to sign in works in this browser. Ask whoever runs this Plaudit.</Notice>
			)}
		</section>
	)
}
