import { useState } from 'react'
import { toast } from 'sonner'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { isAuthError } from '#web/lib/auth/auth-errors.ts'
import { passwordStrength } from '#web/lib/auth/password-strength.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'

type PasswordInput = { present: string; next: string; code: string }
const emptyInput: PasswordInput = { present: '', next: '', code: '' }

/**
 * Sets a new password after the current one is verified. Without one, the person verifies with a mailed code, which
 * the server may also require.
 */
export function PasswordSection() {
	const user = useUser()
	const minLength = useConfig()?.passwordMinLength
	const withStepUp = useStepUp()
	const [typed, setTyped] = useState(emptyInput)
	const [isMailed, setMailed] = useState(false)
	const [hasNoPassword, setHasNoPassword] = useState(false)
	const backToPresent = () => {
		setHasNoPassword(false)
		setMailed(false)
	}
	const mailCode = async () => {
		throwIfError(await (await supabase).auth.reauthenticate())
		setMailed(true)
	}
	const mailing = useSubmit(async () => {
		await mailCode()
		setHasNoPassword(true)
	})
	const { busy, errors, form, submit, edit } = useSubmit(async () => {
		const { present, next, code } = typed
		if (!hasNoPassword && !present) return { present: 'Type your present password.' }
		if (isMailed && code.length !== 6) return { code: 'Type the six digits from the mail.' }
		if (!next) return { password: 'Type a new password.' }
		const client = await supabase
		const proof = {
			...(hasNoPassword ? {} : { current_password: present }),
			...(isMailed ? { nonce: code } : {}),
		}
		try {
			const answer = await withStepUp(async () => {
				const given = await client.auth.updateUser({ password: next, ...proof })
				// A code is asked for in this form, not in the dialog.
				if (!isAuthError(given.error, 'reauthentication_needed')) throwIfError(given)
				return given
			})
			throwIfError(answer)
		} catch (error) {
			if (!isAuthError(error, 'reauthentication_needed') || isMailed) throw error
			await mailCode()
			return { code: 'To be sure that it is you, we mailed you six digits. Type them here.' }
		}
		setTyped(emptyInput)
		backToPresent()
		toast('Password changed. Your other devices are signed out.')
	})
	const set = (field: keyof PasswordInput) => (value: string) => setTyped((before) => ({ ...before, [field]: value }))
	const problem = errors.form ?? Object.values(mailing.errors)[0]
	return (
		<SettingsSection id="password" title="Password" text="A new one signs your other devices out.">
			<form className="ui-stack" ref={form} onSubmit={submit} noValidate>
				{problem ? <Notice isError>{problem}</Notice> : null}
				<input hidden type="email" autoComplete="username" value={user.email ?? ''} readOnly />
				{isMailed ? (
					<div className="account-code">
						<CodeField
							label="Code from the mail"
							value={typed.code}
							error={errors.code}
							help={
								<>
									Six digits went to <bdi>{user.email}</bdi>.{' '}
									{hasNoPassword ? (
										<TextButton inheritColor onClick={backToPresent}>
											Use the present password
										</TextButton>
									) : null}
								</>
							}
							onChange={edit('code', set('code'))}
						/>
					</div>
				) : null}
				<div className="ui-two">
					{hasNoPassword ? null : (
						<PasswordField
							label="Present password"
							autoComplete="current-password"
							value={typed.present}
							error={errors.present}
							aside={
								<TextButton className="ui-small" onClick={() => void mailing.run()}>
									I have none, or forgot it
								</TextButton>
							}
							onChange={edit('present', ({ target }) => set('present')(target.value))}
						/>
					)}
					<PasswordField
						label="New password"
						autoComplete="new-password"
						value={typed.next}
						error={errors.password}
						help={passwordStrength(typed.next, [user.email ?? ''], minLength).text}
						onChange={edit('password', ({ target }) => set('next')(target.value))}
					/>
				</div>
				<div className="ui-buttons">
					<Button type="submit" busy={busy}>
						Change password
					</Button>
				</div>
			</form>
		</SettingsSection>
	)
}
