import { Check, MailQuestion } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { useUser } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { check } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/marks.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** The address one signs in with. A new one counts once it is confirmed by mail. */
export function EmailPart() {
	const user = useUser()
	const [email, setEmail] = useState(user.email ?? '')
	const [busy, setBusy] = useState(false)
	const [error, setError] = useState<string>()
	const changed = email.trim() !== (user.email ?? '')
	const save = async (event: FormEvent) => {
		event.preventDefault()
		setBusy(true)
		setError(undefined)
		try {
			const client = await supabase
			const answer = await client.auth.updateUser(
				{ email: email.trim() },
				{ emailRedirectTo: `${window.location.origin}/` },
			)
			check(answer)
			toast(answer.data.user?.new_email ? 'Look in your mail to confirm it' : 'Address changed')
		} catch (reason) {
			setError(sayAuthError(reason))
		} finally {
			setBusy(false)
		}
	}
	return (
		<SettingsPart
			id="email"
			title="E-mail"
			words="You sign in with it, and news of your spaces goes there."
		>
			{user.new_email ? (
				<Notice>
					Waiting for you to confirm <strong>{user.new_email}</strong>. Until then {user.email}{' '}
					stays.
				</Notice>
			) : null}
			<form className="ui-stack" onSubmit={save} noValidate>
				<TextField
					label="E-mail"
					type="email"
					autoComplete="email"
					value={email}
					error={error}
					onChange={(event) => setEmail(event.target.value)}
					after={
						changed ? null : (
							<span className="ui-affix-end">
								{user.email_confirmed_at ? (
									<Mark tone="good" icon={<Check size={14} aria-hidden="true" />}>
										Confirmed
									</Mark>
								) : (
									<Mark tone="warm" icon={<MailQuestion size={14} aria-hidden="true" />}>
										Not confirmed
									</Mark>
								)}
							</span>
						)
					}
				/>
				<div className="ui-buttons">
					<Button type="submit" disabled={!changed || !email.includes('@')} busy={busy}>
						Change e-mail
					</Button>
				</div>
			</form>
		</SettingsPart>
	)
}
