import { type ReactNode, Suspense, useState } from 'react'
import { CaptchaTokens } from '#web/lib/auth/captcha-tokens.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'

/** Resolves with a token once the check is passed. Each token is valid for one request. */
export type GetToken = () => Promise<string | undefined>

const RemoteCaptcha = lazyComponent(async () => (await import('./captcha-remote.tsx')).RemoteCaptcha)

/**
 * The configured captcha, if any. Render `widget` above the button of the form, and send `await token()` with the
 * request. Without a captcha nothing is rendered or loaded.
 */
export function useCaptcha(): { widget: ReactNode; token: GetToken } {
	const captcha = useConfig()?.captcha
	const [tokens] = useState(() => new CaptchaTokens())
	if (!captcha) return { widget: null, token: async () => undefined }
	if (captcha.provider === 'altcha') {
		const { challengeUrl } = captcha
		const token = async () => (await import('#web/lib/auth/proof-of-work.ts')).solveProofOfWork(challengeUrl)
		return { widget: null, token }
	}
	const widget = (
		// The height is reserved, so that nothing moves when the widget loads.
		<div style={{ minBlockSize: captcha.provider === 'turnstile' ? 65 : 78 }}>
			<Suspense>
				<RemoteCaptcha captcha={captcha} tokens={tokens} />
			</Suspense>
		</div>
	)
	return { widget, token: () => tokens.take() }
}
