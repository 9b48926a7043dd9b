import { useState } from 'react'
import { toast } from 'sonner'
import { useUser } from '#web/lib/auth-context.tsx'
import { isAuthError } from '#web/lib/auth-errors.ts'
import { check } from '#web/lib/errors.ts'
import { passwordStrength } from '#web/lib/password-strength.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { useStepUp } from './step-up.tsx'

type Typed = { present: string; next: string; code: string }
const nothing: Typed = { present: '', next: '', code: '' }

/**
 * A new password, after proving the present one. Whoever has none, or forgot it, proves the address with a code by
 * mail; the server may ask for that code as well.
 */
export function PasswordPart() {
	const user = useUser()
	const least = useConfig()?.passwordMinLength
	const confirmed = useStepUp()
	const [typed, setTyped] = useState(nothing)
	const [isMailed, setMailed] = useState(false)
	const [hasNone, setHasNone] = useState(false)
	const backToPresent = () => {
		setHasNone(false)
		setMailed(false)
	}
	const mailCode = async () => {
		check(await (await supabase).auth.reauthenticate())
		setMailed(true)
	}
	const mailing = useSubmit(async () => {
		await mailCode()
		setHasNone(true)
		return undefined
	})
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		const { present, next, code } = typed
		if (!hasNone && !present) return { present: 'Type your present password.' }
		if (isMailed && code.length !== 6) return { code: 'Type the six digits from the mail.' }
		if (!next) return { password: 'Type a new password.' }
		const client = await supabase
		const proof = {
			...(hasNone ? {} : { current_password: present }),
			...(isMailed ? { nonce: code } : {}),
		}
		try {
			await confirmed(async () => check(await client.auth.updateUser({ password: next, ...proof })))
		} catch (error) {
			if (!isAuthError(error, 'reauthentication_needed') || isMailed) throw error
			await mailCode()
			return {
				code: 'To be sure that it is you, we mailed you six digits. Type them here.',
			}
		}
		setTyped(nothing)
		setMailed(false)
		setHasNone(false)
		toast('Password changed. Your other devices are signed out.')
		return undefined
	})
	const type = (field: keyof Typed, error: 'present' | 'password' | 'code') => (value: string) => {
		clear(error)
		setTyped((before) => ({ ...before, [field]: value }))
	}
	const problem = errors.form ?? Object.values(mailing.errors)[0]
	return (
		<SettingsPart id="password" title="Password" words="A new one signs your other devices out.">
			<form className="ui-stack" ref={form} onSubmit={submit} noValidate>
				{problem ? <Notice bad>{problem}</Notice> : null}
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
									{hasNone ? (
										<TextButton same onClick={backToPresent}>
											Use the present password
										</TextButton>
									) : null}
								</>
							}
							onChange={type('code', 'code')}
						/>
					</div>
				) : null}
				<div className="ui-two">
					{hasNone ? null : (
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
							onChange={({ target }) => type('present', 'present')(target.value)}
						/>
					)}
					<PasswordField
						label="New password"
						autoComplete="new-password"
						value={typed.next}
						error={errors.password}
						help={passwordStrength(typed.next, [user.email ?? ''], least).words}
						onChange={({ target }) => type('next', 'password')(target.value)}
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
