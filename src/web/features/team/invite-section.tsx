import { type FormEvent, useRef, useState } from 'react'
import type { Role } from '#shared/rows.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { roleWords } from '#web/lib/spaces/role-words.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { useInvite } from './use-invitations.ts'

/** The roles to choose from, the most common one first. */
const offered: readonly Role[] = ['editor', 'viewer', 'owner']

/** Invites an address in a role. What was typed stays until the invitation is sent. */
export function InviteSection({ spaceId }: { spaceId: string }) {
	const [email, setEmail] = useState('')
	const [role, setRole] = useState<Role>('editor')
	const field = useRef<HTMLFormElement>(null)
	const invite = useInvite(spaceId)
	const { can, cannot } = roleWords[role]
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (invite.isPending) return
		const sent = email
		invite.mutate(
			{ email: sent, role },
			{
				// Another address may have been typed meanwhile.
				onSuccess: () => setEmail((now) => (now === sent ? '' : now)),
				onSettled: () => field.current?.querySelector('input')?.focus(),
			},
		)
	}
	return (
		<SettingsSection id="invite" title="Invite" text="They sign in or make an account, then accept.">
			<form className="ui-stack" ref={field} onSubmit={submit} noValidate>
				<div className="team-invite">
					<TextField
						label="E-mail"
						type="email"
						inputMode="email"
						autoComplete="off"
						autoCapitalize="off"
						spellCheck={false}
						dir="ltr"
						maxLength={255}
						value={email}
						error={invite.error ? errorMessage(invite.error) : undefined}
						onChange={({ target }) => {
							invite.reset()
							setEmail(target.value)
						}}
					/>
					<SelectField label="Role" value={role} onChange={({ target }) => setRole(target.value as Role)}>
						{offered.map((one) => (
							<option key={one} value={one}>
								{roleWords[one].label}
							</option>
						))}
					</SelectField>
					<Button type="submit" variant="primary" className="team-send" busy={invite.isPending}>
						Send invitation
					</Button>
				</div>
				<p className="ui-help" aria-live="polite">
					They can {can}
					{cannot ? `. They cannot ${cannot}` : ''}.
				</p>
			</form>
		</SettingsSection>
	)
}
