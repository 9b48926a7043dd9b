import { useState } from 'react'
import { useAuth } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Google and the line "or with e-mail"; nothing at all where Google is not set up. */
export function GoogleButton() {
	const { signInWithGoogle } = useAuth()
	const config = useConfig()
	const [waiting, setWaiting] = useState(false)
	const [error, setError] = useState<unknown>(null)
	if (!config?.providers.google) return null
	const start = async () => {
		setError(null)
		setWaiting(true)
		try {
			await signInWithGoogle()
		} catch (reason) {
			setError(reason)
		} finally {
			setWaiting(false)
		}
	}
	return (
		<>
			{waiting ? (
				<Notice icon={<Spinner />}>
					<p>
						<strong>Waiting for Google.</strong>
					</p>
					<p className="ui-quiet">You can wait, or use your e-mail below.</p>
				</Notice>
			) : (
				<Button wide size="tall" onClick={start}>
					<GoogleMark />
					Continue with Google
				</Button>
			)}
			{error ? (
				<Notice bad>
					{sayAuthError(error)} <TextButton onClick={start}>Try again</TextButton>
				</Notice>
			) : null}
			<p className="auth-or">or with e-mail</p>
		</>
	)
}

function GoogleMark() {
	return (
		<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
			<path
				fill="#4285F4"
				d="M17.6 9.2c0-.6-.05-1.2-.16-1.8H9v3.5h4.8a4.1 4.1 0 0 1-1.8 2.7v2.3h2.9c1.7-1.6 2.7-3.9 2.7-6.7z"
			/>
			<path
				fill="#34A853"
				d="M9 18c2.4 0 4.5-.8 6-2.2l-2.9-2.3a5.4 5.4 0 0 1-8.1-2.8H1v2.3A9 9 0 0 0 9 18z"
			/>
			<path fill="#FBBC05" d="M4 10.7a5.4 5.4 0 0 1 0-3.4V5H1a9 9 0 0 0 0 8z" />
			<path
				fill="#EA4335"
				d="M9 3.6c1.3 0 2.5.5 3.4 1.3L15 2.3A9 9 0 0 0 1 5l3 2.3A5.4 5.4 0 0 1 9 3.6z"
			/>
		</svg>
	)
}
