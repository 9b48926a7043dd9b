import { useState } from 'react'
import { getSessionId, verifiedFactors } from '#web/lib/auth/assurance-level.ts'
import { useAuth, useUser } from '#web/lib/auth/auth-context.tsx'
import { throwIfError } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { FactorChallenge } from '#web/ui/auth/factor-challenge.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import '#web/ui/auth/factor-challenge.css'

/** Reauthentication: the second factor where there is one, else the password or a code by mail. */
export function Reauthentication({ required, onVerified }: { required: 'factor' | 'proof'; onVerified: () => void }) {
	const { session } = useAuth()
	const [byMail, setByMail] = useState(false)
	const factors = verifiedFactors(session)
	if (required === 'factor' || factors.length > 0) return <FactorChallenge factors={factors} onVerified={onVerified} />
	if (byMail) return <EmailCodeForm onVerified={onVerified} />
	return <PasswordForm onVerified={onVerified} onMail={() => setByMail(true)} />
}

function PasswordForm({ onVerified, onMail }: { onVerified: () => void; onMail: () => void }) {
	const { email = '' } = useUser()
	const signInAgain = useSignInAgain(onVerified)
	const captcha = useCaptcha()
	const [password, setPassword] = useState('')
	const { busy, errors, form, submit, edit } = useSubmit(async () => {
		if (!password) return { password: 'Type your password.' }
		const options = { captchaToken: await captcha.token() }
		await signInAgain(({ auth }) => auth.signInWithPassword({ email, password, options }))
	})
	return (
		<>
			<form className="ui-proof" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice isError>{errors.form}</Notice> : null}
				<input hidden type="email" autoComplete="username" value={email} readOnly />
				<PasswordField
					label="Password"
					autoComplete="current-password"
					value={password}
					error={errors.password}
					onChange={edit('password', ({ target }) => setPassword(target.value))}
				/>
				{captcha.widget}
				<Button type="submit" variant="primary" size="tall" wide busy={busy}>
					Confirm
				</Button>
			</form>
			<div className="ui-proof-others">
				<TextButton onClick={onMail}>E-mail me a code instead</TextButton>
			</div>
		</>
	)
}

function EmailCodeForm({ onVerified }: { onVerified: () => void }) {
	const { email = '' } = useUser()
	const signInAgain = useSignInAgain(onVerified)
	const captcha = useCaptcha()
	const [isSent, setSent] = useState(false)
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, edit } = useSubmit(async () => {
		if (!isSent) {
			const options = { shouldCreateUser: false, captchaToken: await captcha.token() }
			throwIfError(await (await supabase).auth.signInWithOtp({ email, options }))
			setSent(true)
			return
		}
		if (code.length !== 6) return { code: 'Type the six digits from the mail.' }
		await signInAgain(({ auth }) => auth.verifyOtp({ email, token: code, type: 'email' }))
	})
	return (
		<form className="ui-proof" ref={form} onSubmit={submit} noValidate>
			<p className="ui-quiet">
				{isSent ? 'Six digits went to ' : 'We send six digits to '}
				<bdi>{email}</bdi>.
			</p>
			{errors.form ? <Notice isError>{errors.form}</Notice> : null}
			{isSent ? (
				<CodeField label="Code from the mail" value={code} error={errors.code} onChange={edit('code', setCode)} />
			) : null}
			{isSent ? null : captcha.widget}
			<Button type="submit" variant="primary" size="tall" wide busy={busy}>
				{isSent ? 'Confirm' : 'Send the code'}
			</Button>
		</form>
	)
}

/** Signs the person in again and ends the session of before, or it would stay in the list. */
function useSignInAgain(onVerified: () => void) {
	const { session } = useAuth()
	return async (signIn: (client: Client) => Promise<{ error: unknown }>) => {
		const client = await supabase
		throwIfError(await signIn(client))
		const before = session && getSessionId(session)
		if (before) throwIfError(await client.rpc('end_session', { id: before }))
		onVerified()
	}
}
