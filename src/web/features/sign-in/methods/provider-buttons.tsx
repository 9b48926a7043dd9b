import { useState } from 'react'
import { providerName } from '#shared/provider-name.ts'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { authErrorMessage } from '#web/lib/auth/auth-errors.ts'
import { enabledProviders } from '#web/lib/auth/providers.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const waitingTexts = {
	'e-mail': 'You can wait, or use your e-mail below.',
	others: 'You can wait, or go another way below.',
	nothing: 'This takes a moment.',
}
const dividerTexts = { 'e-mail': 'or with e-mail', others: 'or' }

/**
 * The enabled providers, Google first, with a divider; nothing without providers.
 * @param below text of the divider
 */
export function ProviderButtons({ below = 'e-mail' }: { below?: 'e-mail' | 'others' | 'nothing' }) {
	const { signInWithGoogle, signInWithProvider } = useAuth()
	const config = useConfig()
	const [waiting, setWaiting] = useState<string>()
	const [failed, setFailed] = useState<{ provider: string; error: unknown }>()
	const providers = enabledProviders(config)
	if (providers.length === 0) return null
	const start = async (provider: string) => {
		setFailed(undefined)
		setWaiting(provider)
		try {
			await (provider === 'google' ? signInWithGoogle() : signInWithProvider(provider))
		} catch (error) {
			setFailed({ provider, error })
		} finally {
			setWaiting(undefined)
		}
	}
	return (
		<>
			{waiting ? (
				<Notice icon={<Spinner />}>
					<p>
						<strong>Waiting for {providerName(waiting)}.</strong>
					</p>
					<p className="ui-quiet">{waitingTexts[below]}</p>
				</Notice>
			) : (
				<div className="auth-providers">
					{providers.map((provider, index) => (
						<Button key={provider} wide size="tall" onClick={() => void start(provider)}>
							<ProviderLogo provider={provider} />
							<span>
								<span className={index > 0 ? 'auth-with' : undefined}>Continue with </span>
								{providerName(provider)}
							</span>
						</Button>
					))}
				</div>
			)}
			{failed ? (
				<Notice isError>
					{authErrorMessage(failed.error, providerName(failed.provider))}{' '}
					<TextButton onClick={() => void start(failed.provider)}>Try again</TextButton>
				</Notice>
			) : null}
			{below === 'nothing' ? null : <p className="auth-or">{dividerTexts[below]}</p>}
		</>
	)
}

// Single-colour logos on a grid of 18 by 18.
const shapes: Record<string, string> = {
	github:
		'M9 .5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM6.9 17.2v-2.3c-2 .4-2.5-.8-3-1.6-.3-.4-.7-.7-.5-.9.9-.2 1.5.9 2 1.3.5.4 1.1.3 1.6.1.1-.5.3-.8.6-1-2-.3-3.7-1.2-3.7-4.2 0-.9.3-1.7.9-2.3-.2-.6-.2-1.4.1-2.3.8 0 1.6.5 2.2.9 1.2-.3 2.6-.3 3.8 0 .6-.4 1.4-.9 2.2-.9.3.9.3 1.7.1 2.3.6.6.9 1.4.9 2.3 0 3-1.7 3.9-3.7 4.2.5.4.7 1 .7 1.700v2.7z',
	apple:
		'M9.2 5.200c.8 0 1.7-.7 2.9-.7 1.2 0 2.3.6 2.9 1.6-2.5 1.5-2.1 5.1.5 6.2-.6 1.8-2.1 4.2-3.7 4.2-.9 0-1.4-.6-2.6-.6s-1.8.6-2.6.6c-2 0-4.1-3.8-4.1-6.8 0-3.3 2-5.1 3.9-5.1 1.2 0 2 .6 2.8.6zM12 1c.1 1.7-1.4 3.3-3 3.200C8.9 2.6 10.4 1.1 12 1z',
}

/** The logo of a provider, or its first letter. Decorative: the name stands beside it. */
function ProviderLogo({ provider }: { provider: string }) {
	if (provider === 'google') return <GoogleLogo />
	const shape = shapes[provider]
	if (shape)
		return (
			<svg width="18" height="18" viewBox="0 0 18 18" fillRule="evenodd" aria-hidden="true">
				<path fill="currentColor" d={shape} />
			</svg>
		)
	return (
		<span className="auth-letter" aria-hidden="true">
			{provider.charAt(0).toUpperCase()}
		</span>
	)
}

function GoogleLogo() {
	return (
		<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
			<path
				fill="#4285F4"
				d="M17.6 9.2c0-.6-.05-1.2-.16-1.8H9v3.5h4.8a4.1 4.1 0 0 1-1.8 2.7v2.3h2.9c1.7-1.6 2.7-3.9 2.7-6.7z"
			/>
			<path fill="#34A853" d="M9 18c2.4 0 4.5-.8 6-2.2l-2.9-2.3a5.4 5.4 0 0 1-8.1-2.8H1v2.3A9 9 0 0 0 9 18z" />
			<path fill="#FBBC05" d="M4 10.7a5.4 5.4 0 0 1 0-3.4V5H1a9 9 0 0 0 0 8z" />
			<path fill="#EA4335" d="M9 3.6c1.3 0 2.5.5 3.4 1.3L15 2.3A9 9 0 0 0 1 5l3 2.3A5.4 5.4 0 0 1 9 3.6z" />
		</svg>
	)
}
