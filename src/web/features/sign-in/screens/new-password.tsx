import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AuthScreen } from '#web/features/sign-in/auth-layout.tsx'
import { NewPasswordField } from '#web/features/sign-in/fields/new-password-field.tsx'
import { useAuthCallback, useUser } from '#web/lib/auth/auth-context.tsx'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { SubmitForm } from '#web/ui/auth/submit-form.tsx'

/** After a recovery link (PASSWORD_RECOVERY): sets a new password; all other sessions end. */
export function NewPassword() {
	const user = useUser()
	const { finishRecovery } = useAuthCallback()
	const [, setParams] = useSearchParams()
	const [password, setPassword] = useState('')
	const submission = useSubmit(async () => {
		if (!password) return { password: 'Choose a password.' }
		const client = await supabase
		throwIfError(await client.auth.updateUser({ password }))
		await client.auth.signOut({ scope: 'others' })
		finishRecovery()
		setParams(
			(before) => {
				before.delete('mode')
				return before
			},
			{ replace: true },
		)
	})
	return (
		<AuthScreen
			title="New password"
			lead={
				<>
					For <strong>{user.email}</strong>. Your other sessions will be signed out.
				</>
			}
		>
			<SubmitForm className="auth-fields" submission={submission} action="Save and continue">
				<input hidden type="email" autoComplete="username" value={user.email ?? ''} readOnly />
				<NewPasswordField
					label="New password"
					value={password}
					others={[user.email ?? '']}
					error={submission.errors.password}
					onChange={submission.edit('password', setPassword)}
				/>
			</SubmitForm>
		</AuthScreen>
	)
}
