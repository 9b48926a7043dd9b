import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AuthScreen } from '#web/features/sign-in/auth-layout.tsx'
import { NewPasswordField } from '#web/features/sign-in/fields/new-password-field.tsx'
import { useAuthCallback, useUser } from '#web/lib/auth/auth-context.tsx'
import { isAuthError } from '#web/lib/auth/auth-errors.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { SubmitForm } from '#web/ui/auth/submit-form.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'

/** After a recovery link (PASSWORD_RECOVERY): sets a new password; all other sessions end. */
export function NewPassword() {
	const user = useUser()
	const { finishRecovery } = useAuthCallback()
	const [, setParams] = useSearchParams()
	const [password, setPassword] = useState('')
	const [code, setCode] = useState('')
	const [isMailed, setMailed] = useState(false)
	const submission = useSubmit(async () => {
		if (!password) return { password: 'Choose a password.' }
		if (isMailed && code.length !== 6) return { code: 'Type the six digits from the mail.' }
		const client = await supabase
		const answer = await client.auth.updateUser({ password, ...(isMailed ? { nonce: code } : {}) })
		if (!isMailed && isProofNeeded(answer.error)) {
			throwIfError(await client.auth.reauthenticate())
			setMailed(true)
			return { code: 'It is a while since you opened the link. To be sure that it is you, we mailed you six digits.' }
		}
		throwIfError(answer)
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
				{isMailed ? (
					<CodeField
						label="Code from the mail"
						value={code}
						error={submission.errors.code}
						onChange={submission.edit('code', setCode)}
					/>
				) : null}
			</SubmitForm>
		</AuthScreen>
	)
}

/** A recovery link is proof for ten minutes. */
function isProofNeeded(error: unknown): boolean {
	return isAuthError(error, 'current_password_required') || isAuthError(error, 'reauthentication_needed')
}
