import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { useUser } from '#web/lib/auth-context.tsx'
import { isAuthError, sayAuthError } from '#web/lib/auth-errors.ts'
import { check } from '#web/lib/errors.ts'
import { passwordStrength } from '#web/lib/password-strength.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'

/** A new password, after proving the present one. */
export function PasswordPart() {
	const user = useUser()
	const least = useConfig()?.passwordMinLength
	const [present, setPresent] = useState('')
	const [next, setNext] = useState('')
	const [busy, setBusy] = useState(false)
	const [errors, setErrors] = useState<{ present?: string; next?: string }>({})
	const save = async (event: FormEvent) => {
		event.preventDefault()
		if (!present) return setErrors({ present: 'Type your present password.' })
		if (!next) return setErrors({ next: 'Type a new password.' })
		setBusy(true)
		setErrors({})
		try {
			const client = await supabase
			check(await client.auth.signInWithPassword({ email: user.email ?? '', password: present }))
			check(await client.auth.updateUser({ password: next }))
			setPresent('')
			setNext('')
			toast('Password changed')
		} catch (reason) {
			setErrors(
				isAuthError(reason, 'invalid_credentials')
					? { present: 'That is not your present password.' }
					: { next: sayAuthError(reason) },
			)
		} finally {
			setBusy(false)
		}
	}
	return (
		<SettingsPart id="password" title="Password" words="Forgotten it? Sign out and ask for a link.">
			<form className="ui-stack" onSubmit={save} noValidate>
				<input hidden type="email" autoComplete="username" value={user.email ?? ''} readOnly />
				<div className="ui-two">
					<PasswordField
						label="Present password"
						autoComplete="current-password"
						value={present}
						error={errors.present}
						onChange={(event) => setPresent(event.target.value)}
					/>
					<PasswordField
						label="New password"
						autoComplete="new-password"
						value={next}
						error={errors.next}
						help={passwordStrength(next, [user.email ?? ''], least).words}
						onChange={(event) => setNext(event.target.value)}
					/>
				</div>
				<div className="ui-buttons">
					<Button type="submit" busy={busy}>
						Change password
					</Button>
				</div>
			</form>
		</SettingsPart>
	)
}
