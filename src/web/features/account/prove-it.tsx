import { useState } from 'react'
import { sessionIdOf, verifiedFactors } from '#web/lib/assurance.ts'
import { useAuth, useUser } from '#web/lib/auth-context.tsx'
import { check } from '#web/lib/errors.ts'
import { type Client, supabase } from '#web/lib/supabase.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { useCaptcha } from '#web/ui/captcha.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { FactorChallenge } from '#web/ui/factor-challenge.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import '#web/ui/factor-challenge.css'

/** A fresh proof of who sits here: the second factor where there is one, else the password or a code by mail. */
export function ProveIt({ wants, onProven }: { wants: 'factor' | 'proof'; onProven: () => void }) {
	const { session } = useAuth()
	const [byMail, setByMail] = useState(false)
	const factors = verifiedFactors(session)
	if (wants === 'factor' || factors.length > 0)
		return <FactorChallenge factors={factors} onProven={onProven} />
	if (byMail) return <MailProof onProven={onProven} />
	return <PasswordProof onProven={onProven} onMail={() => setByMail(true)} />
}

function PasswordProof({ onProven, onMail }: { onProven: () => void; onMail: () => void }) {
	const { email = '' } = useUser()
	const { session } = useAuth()
	const captcha = useCaptcha()
	const [password, setPassword] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (!password) return { password: 'Type your password.' }
		const client = await supabase
		const before = session && sessionIdOf(session)
		const options = { captchaToken: await captcha.token() }
		check(await client.auth.signInWithPassword({ email, password, options }))
		await endFormer(client, before)
		onProven()
		return undefined
	})
	return (
		<>
			<form className="ui-proof" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice bad>{errors.form}</Notice> : null}
				<input hidden type="email" autoComplete="username" value={email} readOnly />
				<PasswordField
					label="Password"
					autoComplete="current-password"
					value={password}
					error={errors.password}
					onChange={({ target }) => {
						clear('password')
						setPassword(target.value)
					}}
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

function MailProof({ onProven }: { onProven: () => void }) {
	const { email = '' } = useUser()
	const { session } = useAuth()
	const captcha = useCaptcha()
	const [isSent, setSent] = useState(false)
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		const client = await supabase
		if (!isSent) {
			const options = { shouldCreateUser: false, captchaToken: await captcha.token() }
			check(await client.auth.signInWithOtp({ email, options }))
			setSent(true)
			return undefined
		}
		if (code.length !== 6) return { code: 'Type the six digits from the mail.' }
		const before = session && sessionIdOf(session)
		check(await client.auth.verifyOtp({ email, token: code, type: 'email' }))
		await endFormer(client, before)
		onProven()
		return undefined
	})
	return (
		<form className="ui-proof" ref={form} onSubmit={submit} noValidate>
			<p className="ui-quiet">
				{isSent ? 'Six digits went to ' : 'We send six digits to '}
				<bdi>{email}</bdi>.
			</p>
			{errors.form ? <Notice bad>{errors.form}</Notice> : null}
			{isSent ? (
				<CodeField
					label="Code from the mail"
					value={code}
					error={errors.code}
					onChange={(digits) => {
						clear('code')
						setCode(digits)
					}}
				/>
			) : null}
			{isSent ? null : captcha.widget}
			<Button type="submit" variant="primary" size="tall" wide busy={busy}>
				{isSent ? 'Confirm' : 'Send the code'}
			</Button>
		</form>
	)
}

/** The proof opened a session in place of the one before, which would otherwise stay behind in the list. */
async function endFormer(client: Client, id: string | null | undefined): Promise<void> {
	if (id) check(await client.rpc('end_session', { id }))
}
