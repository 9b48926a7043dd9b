import { check } from '#web/lib/errors.ts'
import { useKept } from '#web/lib/kept.ts'
import { phoneNumber, phoneProblem } from '#web/lib/phone-number.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { useCaptcha } from '#web/ui/captcha.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { AuthFaceProps } from './auth-draft.ts'
import { CodeSent } from './code-sent.tsx'
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
	const { phone } = texted
	return (
		<CodeSent
			heading="Look at your phone"
			lead={
				<>
					If there is an account for{' '}
					<strong>
						<bdi dir="ltr">{phone}</bdi>
					</strong>
					, six digits are on their way.
				</>
			}
			from="message"
			sentAt={texted.at}
			onCode={async (token) => {
				check(await (await supabase).auth.verifyOtp({ phone, token, type: 'sms' }))
				onTexted(null)
			}}
			onSendAgain={async (captchaToken) => {
				onTexted({ phone, at: Date.now() })
				await textTo(phone, captchaToken)
			}}
		>
			<TextButton onClick={() => onTexted(null)}>Use another number</TextButton>
		</CodeSent>
	)
}

/** An account is not made by this: a mistyped number would make one for a stranger. */
async function textTo(phone: string, captchaToken?: string): Promise<void> {
	const client = await supabase
	checkSilently(
		await client.auth.signInWithOtp({ phone, options: { shouldCreateUser: false, captchaToken } }),
	)
}
