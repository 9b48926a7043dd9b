import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { prefillAddress, type SentEmail } from '#web/features/sign-in/auth-draft.ts'
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx'
import { NewPasswordField } from '#web/features/sign-in/fields/new-password-field.tsx'
import { ProviderButtons } from '#web/features/sign-in/methods/provider-buttons.tsx'
import { EmailSent } from '#web/features/sign-in/screens/email-sent.tsx'
import { storeRedirect } from '#web/lib/auth/auth-redirect.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { SubmitForm } from '#web/ui/auth/submit-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { InvitationLead, InvitationTitle } from './invitation-question.tsx'
import { JoinLayout } from './join-layout.tsx'
import type { InvitationAnswer, KnownInvitation } from './open-invitation.ts'
import { RoleFacts } from './role-facts.tsx'

/** Makes an account for the invited address and joins, or leads to sign-in and back here. */
export function SignUpToJoin({
	token,
	invitation,
	answer,
}: {
	token: string
	invitation: KnownInvitation
	answer: InvitationAnswer
}) {
	const { pathname } = useLocation()
	const navigate = useNavigate()
	const config = useConfig()
	const [sent, setSent] = useState<SentEmail | null>(null)
	// Sign-in by a provider, a mail or another screen returns here. No URL may contain the path, which holds a secret.
	useEffect(() => storeRedirect(pathname), [pathname])
	const signIn = () => {
		prefillAddress(invitation.email)
		navigate('/auth')
	}
	const mayMakeAccount = config?.signup !== 'closed' && config?.email !== false
	if (sent)
		return (
			<AuthLayout>
				<EmailSent sent={sent} onSent={setSent} onBack={signIn} />
			</AuthLayout>
		)
	return (
		<JoinLayout title={<InvitationTitle invitation={invitation} />} lead={<InvitationLead invitation={invitation} />}>
			{mayMakeAccount ? (
				<AccountForm
					token={token}
					invitation={invitation}
					onJoin={() => answer.accept.mutate()}
					onConfirm={() => setSent({ email: invitation.email, purpose: 'signup', at: Date.now() })}
				/>
			) : null}
			<Button variant={mayMakeAccount ? 'plain' : 'primary'} size="tall" wide onClick={signIn}>
				I have an account: sign in
			</Button>
			<RoleFacts role={invitation.role} />
		</JoinLayout>
	)
}

/** Name and password for the invited address. What was typed stays after an error. */
function AccountForm({
	token,
	invitation: { email },
	onJoin,
	onConfirm,
}: {
	token: string
	invitation: KnownInvitation
	onJoin: () => void
	/** The address must be confirmed by mail first. */
	onConfirm: () => void
}) {
	const [name, setName] = useState('')
	const [password, setPassword] = useState('')
	const captcha = useCaptcha()
	const submission = useSubmit(async () => {
		if (!name.trim()) return { username: 'Type your name.' }
		if (!password) return { password: 'Choose a password.' }
		const given = { email, password, name: name.trim(), token, captchaToken: await captcha.token() }
		if (await signUpByInvitation(await supabase, given)) onJoin()
		else onConfirm()
	})
	const { errors, edit } = submission
	return (
		<>
			<ProviderButtons />
			<SubmitForm className="join-fields" submission={submission} action="Make an account and join">
				<TextField
					label="E-mail"
					type="email"
					name="email"
					autoComplete="username"
					readOnly
					dir="ltr"
					value={email}
					error={errors.email}
				/>
				<TextField
					label="Your name"
					name="name"
					autoComplete="name"
					dir="auto"
					maxLength={120}
					help="Your team sees it."
					value={name}
					error={errors.username}
					onChange={({ target }) => edit('username', setName)(target.value)}
				/>
				<NewPasswordField
					label="Choose a password"
					value={password}
					others={[email, name]}
					error={errors.password}
					onChange={edit('password', setPassword)}
				/>
				{captcha.widget}
			</SubmitForm>
		</>
	)
}

/**
 * Signs up the address of an invitation. The token in `data.join` lets it in while SIGNUP is `invite`, and confirms the
 * address when it came by mail. Throws the auth service's error.
 * @returns whether the person is signed in; otherwise the address must be confirmed first
 */
async function signUpByInvitation(
	client: Client,
	given: { email: string; password: string; name: string; token: string; captchaToken: string | undefined },
): Promise<boolean> {
	const { email, password, name, token, captchaToken } = given
	const { data, error } = await client.auth.signUp({
		email,
		password,
		options: {
			data: { full_name: name, join: token },
			emailRedirectTo: `${window.location.origin}/join/${token}`,
			captchaToken,
		},
	})
	if (error) throw error
	return data.session !== null
}
