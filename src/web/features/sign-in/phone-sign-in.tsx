import { useState } from 'react'
import { check } from '#web/lib/errors.ts'
import { useKept } from '#web/lib/kept.ts'
import { phoneNumber, phoneProblem } from '#web/lib/phone-number.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { useCaptcha } from '#web/ui/captcha.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SendAgain } from '#web/ui/send-again.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { AuthFaceProps } from './auth-draft.ts'
import { checkSilently } from './send-mail.ts'

type Texted = { phone: string; at: number }

/** Signing in with a code that comes to one's phone; the wait for it outlives a reload. */
export function PhoneSignIn(props: AuthFaceProps) {
	const [texted, setTexted] = useKept<Texted | null>('plaudit-auth-texted', null)
	if (texted) return <PhoneCodeSent texted={texted} onTexted={setTexted} />
	return <PhoneRequest {...props} onTexted={setTexted} />
}

function PhoneRequest({
	draft,
	change,
	turnTo,
	onTexted,
}: AuthFaceProps & { onTexted: (texted: Texted) => void }) {
	const captcha = useCaptcha()
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		const wrong = phoneProblem(draft.phone)
		if (wrong) return { phone: wrong }
		const phone = phoneNumber(draft.phone) ?? ''
		await textTo(phone, await captcha.token())
		onTexted({ phone, at: Date.now() })
		return undefined
	})
	return (
		<section>
			<h1 tabIndex={-1}>A code by phone</h1>
			<p className="auth-lead">We text six digits to the number of your account.</p>
			<form className="auth-fields" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice bad>{errors.form}</Notice> : null}
				<TextField
					label="Phone number"
					type="tel"
					name="tel"
					autoComplete="tel"
					dir="ltr"
					placeholder="+44 20 7946 0018"
					value={draft.phone}
					error={errors.phone}
					onChange={({ target }) => {
						clear('phone')
						change({ phone: target.value })
					}}
				/>
				{captcha.widget}
				<Button type="submit" variant="primary" size="tall" wide busy={busy}>
					Text me the code
				</Button>
			</form>
			<p className="auth-swap">
				<TextButton onClick={() => turnTo('sign-in')}>Back to sign in</TextButton>
			</p>
		</section>
	)
}

function PhoneCodeSent({
	texted,
	onTexted,
}: {
	texted: Texted
	onTexted: (texted: Texted | null) => void
}) {
	const captcha = useCaptcha()
	const [code, setCode] = useState('')
	const { phone } = texted
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (code.length !== 6) return { code: 'Type the six digits from the message.' }
		check(await (await supabase).auth.verifyOtp({ phone, token: code, type: 'sms' }))
		onTexted(null)
		return undefined
	})
	const again = useSubmit(async () => {
		const token = await captcha.token()
		onTexted({ phone, at: Date.now() })
		await textTo(phone, token)
		return undefined
	})
	const problem = errors.form ?? Object.values(again.errors)[0]
	return (
		<section>
			<h1 tabIndex={-1}>Look at your phone</h1>
			<p className="auth-lead">
				If there is an account for{' '}
				<strong>
					<bdi dir="ltr">{phone}</bdi>
				</strong>
				, six digits are on their way.
			</p>
			<form className="auth-fields" ref={form} onSubmit={submit} noValidate>
				{problem ? <Notice bad>{problem}</Notice> : null}
				<CodeField
					label="Code from the message"
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
				<SendAgain sentAt={texted.at} onSend={() => void again.run()} />
				<TextButton onClick={() => onTexted(null)}>Use another number</TextButton>
			</div>
		</section>
	)
}

/** An account is not made by this: a mistyped number would make one for a stranger. */
async function textTo(phone: string, captchaToken?: string): Promise<void> {
	const client = await supabase
	checkSilently(
		await client.auth.signInWithOtp({ phone, options: { shouldCreateUser: false, captchaToken } }),
	)
}
