import { useState } from 'react'
import { check } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { useCaptcha } from '#web/ui/captcha.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SendAgain } from '#web/ui/send-again.tsx'
import type { Sent } from './auth-draft.ts'
import { sendMail } from './send-mail.ts'

/** After a mail: open its link, or type its six digits here; send it again after a minute. */
export function LinkSent({
	sent,
	onSent,
	onBack,
}: {
	sent: Sent
	onSent: (sent: Sent) => void
	onBack: () => void
}) {
	const captcha = useCaptcha()
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (code.length !== 6) return { code: 'Type the six digits from the mail.' }
		const client = await supabase
		check(await client.auth.verifyOtp({ email: sent.email, token: code, type: sent.purpose }))
		return undefined
	})
	const again = useSubmit(async () => {
		const token = await captcha.token()
		onSent({ ...sent, at: Date.now() })
		await sendMail(await supabase, sent.purpose, sent.email, token)
		return undefined
	})
	const problem = errors.form ?? errors.email ?? Object.values(again.errors)[0]
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
				{problem ? <Notice bad>{problem}</Notice> : null}
				<CodeField
					label="Code from the mail"
					value={code}
					error={errors.code}
					onChange={(digits) => {
						clear('code')
						setCode(digits)
					}}
				/>
				<Button type="submit" variant="primary" size="tall" wide busy={busy}>
					Continue
				</Button>
			</form>
			<div className="auth-others">
				{captcha.widget}
				<SendAgain sentAt={sent.at} onSend={() => void again.run()} />
				<p className="ui-quiet">
					Nothing yet? Look under spam, or <TextButton onClick={onBack}>use a password</TextButton>.
				</p>
			</div>
		</section>
	)
}
