import { lazy, type ReactNode, Suspense, useState } from 'react'
import { CaptchaTokens } from '#web/lib/captcha-tokens.ts'
import { reloadOnce } from '#web/lib/reload-once.ts'
import { useConfig } from '#web/lib/use-config.ts'

/** Waits until the person, or their browser, passed the check. Each token is good for one request. */
export type TakeToken = () => Promise<string | undefined>

const RemoteCaptcha = lazy(async () => ({
	default: (await reloadOnce(() => import('./captcha-remote.tsx'))).RemoteCaptcha,
}))

/**
 * The check against robots that the operator chose, if any. Put `widget` above the button of the form, and send
 * `await token()` with the request. Where there is none, nothing is drawn and nothing is loaded.
 */
export function useCaptcha(): { widget: ReactNode; token: TakeToken } {
	const captcha = useConfig()?.captcha
	const [tokens] = useState(() => new CaptchaTokens())
	if (!captcha) return { widget: null, token: async () => undefined }
	if (captcha.provider === 'altcha') {
		const { challengeUrl } = captcha
		const token = async () => (await import('#web/lib/proof-of-work.ts')).proveWork(challengeUrl)
		return { widget: null, token }
	}
	const widget = (
		// The height is kept free, so that nothing moves when the widget comes.
		<div style={{ minBlockSize: captcha.provider === 'turnstile' ? 65 : 78 }}>
			<Suspense>
				<RemoteCaptcha captcha={captcha} tokens={tokens} />
			</Suspense>
		</div>
	)
	return { widget, token: () => tokens.take() }
}
