import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { NewPasswordField } from '#web/features/sign-in/fields/new-password-field.tsx'
import { useAuthCallback, useUser } from '#web/lib/auth/auth-context.tsx'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** After a recovery link (PASSWORD_RECOVERY): sets a new password; all other sessions end. */
export function NewPassword() {
	const user = useUser()
	const { finishRecovery: doneRecovering } = useAuthCallback()
	const [, setParams] = useSearchParams()
	const [password, setPassword] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (!password) return { password: 'Choose a password.' }
		const client = await supabase
		throwIfError(await client.auth.updateUser({ password }))
		await client.auth.signOut({ scope: 'others' })
		doneRecovering()
		setParams(
			(before) => {
				before.delete('mode')
				return before
			},
			{ replace: true },
		)
		return undefined
	})
	return (
		<section>
			<h1 tabIndex={-1}>New password</h1>
			<p className="auth-lead">
				For <strong>{user.email}</strong>. Your other sessions will be signed out.
			</p>
			<form className="auth-fields" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice isError>{errors.form}</Notice> : null}
				<input hidden type="email" autoComplete="username" value={user.email ?? ''} readOnly />
				<NewPasswordField
					label="New password"
					value={password}
					others={[user.email ?? '']}
					error={errors.password}
					onChange={(next) => {
						clear('password')
						setPassword(next)
					}}
				/>
				<Button type="submit" variant="primary" size="tall" wide busy={busy}>
					Save and continue
				</Button>
			</form>
		</section>
	)
}
