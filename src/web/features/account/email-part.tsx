import { Check, MailQuestion } from 'lucide-react'
import { toast } from 'sonner'
import { useUser } from '#web/lib/auth-context.tsx'
import { check } from '#web/lib/errors.ts'
import { useKept } from '#web/lib/kept.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/marks.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { EmailPending } from './email-pending.tsx'
import { useStepUp } from './step-up.tsx'

/** The address one signs in with. A new one counts once it is confirmed by mail. */
export function EmailPart() {
	const user = useUser()
	const confirmed = useStepUp()
	const both = useConfig()?.secureEmailChange !== false
	const [typed, setTyped] = useKept<string | null>('plaudit-new-email', null)
	const email = typed ?? user.email ?? ''
	const changed = email.trim() !== (user.email ?? '')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		const client = await supabase
		const back = { emailRedirectTo: `${window.location.origin}/` }
		const now = await confirmed(async () => {
			const answer = await client.auth.updateUser({ email: email.trim() }, back)
			check(answer)
			return answer.data.user
		})
		setTyped((before) => (before === typed ? null : before))
		if (!now?.new_email) toast('Address changed')
		return undefined
	})
	return (
		<SettingsPart
			id="email"
			title="E-mail"
			words="You sign in with it, and news of your spaces goes there."
		>
			{user.new_email ? <EmailPending current={user.email ?? ''} next={user.new_email} /> : null}
			<form className="ui-stack" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice bad>{errors.form}</Notice> : null}
				<TextField
					label="E-mail"
					type="email"
					autoComplete="email"
					value={email}
					error={errors.email}
					help={changed ? explanation(both && Boolean(user.email)) : undefined}
					onChange={({ target }) => {
						clear('email')
						setTyped(target.value)
					}}
					aside={changed ? null : <Confirmation isDone={Boolean(user.email_confirmed_at)} />}
				/>
				<div className="ui-buttons">
					<Button type="submit" disabled={!changed || !email.includes('@')} busy={busy}>
						Change e-mail
					</Button>
					{changed ? (
						<Button variant="quiet" onClick={() => setTyped(null)}>
							Keep the present one
						</Button>
					) : null}
				</div>
			</form>
		</SettingsPart>
	)
}

function explanation(both: boolean): string {
	return both
		? 'Two mails go out: to this address and to the present one. The change counts once both links were opened.'
		: 'A mail goes to this address. The change counts once its link was opened.'
}

function Confirmation({ isDone }: { isDone: boolean }) {
	return isDone ? (
		<Mark tone="good" icon={<Check size={14} aria-hidden="true" />}>
			Confirmed
		</Mark>
	) : (
		<Mark tone="warm" icon={<MailQuestion size={14} aria-hidden="true" />}>
			Not confirmed
		</Mark>
	)
}
