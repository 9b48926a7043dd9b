import { useState } from 'react'
import { useAuth } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { offeredProviders, providerName } from '#web/lib/provider-names.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ProviderMark } from './provider-mark.tsx'

const meanwhile = {
	'e-mail': 'You can wait, or use your e-mail below.',
	others: 'You can wait, or go another way below.',
	nothing: 'This takes a moment.',
}
const leadingOn = { 'e-mail': 'or with e-mail', others: 'or' }

/**
 * The providers that are set up, Google first, and the line that leads on to what stands below; nothing at all where there
 * are none.
 * @param below what that is
 */
export function ProviderButtons({ below = 'e-mail' }: { below?: 'e-mail' | 'others' | 'nothing' }) {
	const { signInWithGoogle, signInWithProvider } = useAuth()
	const config = useConfig()
	const [waiting, setWaiting] = useState<string>()
	const [failed, setFailed] = useState<{ provider: string; error: unknown }>()
	const providers = offeredProviders(config)
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
					<p className="ui-quiet">{meanwhile[below]}</p>
				</Notice>
			) : (
				<div className="auth-providers">
					{providers.map((provider, index) => (
						<Button key={provider} wide size="tall" onClick={() => void start(provider)}>
							<ProviderMark provider={provider} />
							<span>
								<span className={index > 0 ? 'auth-with' : undefined}>Continue with </span>
								{providerName(provider)}
							</span>
						</Button>
					))}
				</div>
			)}
			{failed ? (
				<Notice bad>
					{sayAuthError(failed.error, providerName(failed.provider))}{' '}
					<TextButton onClick={() => void start(failed.provider)}>Try again</TextButton>
				</Notice>
			) : null}
			{below === 'nothing' ? null : <p className="auth-or">{leadingOn[below]}</p>}
		</>
	)
}
