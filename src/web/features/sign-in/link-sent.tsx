import { useEffect, useState } from 'react'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { check } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type MailPurpose, sendMail } from './send-mail.ts'
import { useSubmit } from './use-submit.ts'

/** A mail that went out just now. */
export type Sent = { email: string; purpose: MailPurpose }

/** After a mail: open its link, or type its six digits here; send it again after a minute. */
export function LinkSent({ sent, onBack }: { sent: Sent; onBack: () => void }) {
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (code.length !== 6) return { code: 'Type the six digits from the mail.' }
		const client = await supabase
		check(await client.auth.verifyOtp({ email: sent.email, token: code, type: sent.purpose }))
		return undefined
	})
	return (
		<section>
			<h1 tabIndex={-1}>Look in your mail</h1>
			<p className="auth-lead">
				{sent.purpose === 'signup' ? 'A link is on its way to ' : 'If there is an account for '}
				<strong>{sent.email}</strong>
				{sent.purpose === 'signup' ? '.' : ', a link is on its way.'} Open it on this device, or
				type the six digits from the mail.
			</p>
			<form className="auth-fields" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice bad>{errors.form}</Notice> : null}
				<TextField
					label="Code from the mail"
					className="auth-code"
					inputMode="numeric"
					autoComplete="one-time-code"
					dir="ltr"
					maxLength={6}
					value={code}
					error={errors.code}
					onChange={(event) => {
						clear('code')
						setCode(event.target.value.replace(/\D/g, ''))
					}}
				/>
				<Button type="submit" variant="primary" size="tall" wide busy={busy}>
					Continue
				</Button>
			</form>
			<div className="auth-others">
				<SendAgain sent={sent} />
				<p className="ui-quiet">
					Nothing yet? Look under spam, or <TextButton onClick={onBack}>use a password</TextButton>.
				</p>
			</div>
		</section>
	)
}

function SendAgain({ sent }: { sent: Sent }) {
	const [left, setLeft] = useState(60)
	const [problem, setProblem] = useState<string>()
	useEffect(() => {
		if (left <= 0) return
		const tick = setTimeout(() => setLeft(left - 1), 1000)
		return () => clearTimeout(tick)
	}, [left])
	const again = async () => {
		setProblem(undefined)
		setLeft(60)
		try {
			await sendMail(await supabase, sent.purpose, sent.email)
		} catch (error) {
			setProblem(sayAuthError(error))
		}
	}
	return (
		<>
			<Button disabled={left > 0} onClick={again}>
				{left > 0 ? `Send again in ${left} s` : 'Send again'}
			</Button>
			{problem ? <Notice bad>{problem}</Notice> : null}
		</>
	)
}
