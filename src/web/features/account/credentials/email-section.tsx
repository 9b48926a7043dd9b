import { Check, MailQuestion } from 'lucide-react'
import { toast } from 'sonner'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { refreshSession } from '#web/features/account/use-account.ts'
import { useAttempt } from '#web/features/account/use-attempt.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { useConfig } from '#web/lib/client/config.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'

/** The sign-in address. A new one takes effect once it is confirmed by mail. */
export function EmailSection() {
	const user = useUser()
	const withStepUp = useStepUp()
	const needsBothAddresses = useConfig()?.secureEmailChange !== false
	const [typed, setTyped] = useSessionStorage<string | null>('plaudit-new-email', null)
	const email = typed ?? user.email ?? ''
	const changed = email.trim() !== (user.email ?? '')
	const { busy, errors, form, submit, edit } = useSubmit(async () => {
		const client = await supabase
		const back = { emailRedirectTo: `${window.location.origin}/` }
		const now = await withStepUp(async () => {
			const answer = await client.auth.updateUser({ email: email.trim() }, back)
			throwIfError(answer)
			return answer.data.user
		})
		setTyped((before) => (before === typed ? null : before))
		if (!now?.new_email) toast('Address changed')
	})
	return (
		<SettingsSection id="email" title="E-mail" text="You sign in with it, and alerts about testimonials go to it.">
			{user.new_email ? <PendingEmailChange current={user.email ?? ''} next={user.new_email} /> : null}
			<form className="ui-stack" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice isError>{errors.form}</Notice> : null}
				<TextField
					label="E-mail"
					type="email"
					autoComplete="email"
					value={email}
					error={errors.email}
					help={changed ? changeExplanation(needsBothAddresses && Boolean(user.email)) : undefined}
					onChange={edit('email', ({ target }) => setTyped(target.value))}
					aside={changed ? null : <ConfirmationBadge isDone={Boolean(user.email_confirmed_at)} />}
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
		</SettingsSection>
	)
}

function changeExplanation(both: boolean): string {
	return both
		? 'Two mails go out: to this address and to the present one. The change counts once both links were opened.'
		: 'A mail goes to this address. The change counts once its link was opened.'
}

function ConfirmationBadge({ isDone }: { isDone: boolean }) {
	return isDone ? (
		<Badge tone="good" icon={<Check size={14} aria-hidden="true" />}>
			Confirmed
		</Badge>
	) : (
		<Badge tone="warm" icon={<MailQuestion size={14} aria-hidden="true" />}>
			Not confirmed
		</Badge>
	)
}

/** A change of address that awaits its links; they can be sent again, or the change cancelled. */
function PendingEmailChange({ current, next }: { current: string; next: string }) {
	const needsBothAddresses = useConfig()?.secureEmailChange !== false && current
	const withStepUp = useStepUp()
	const captcha = useCaptcha()
	const { busy, problem, attempt } = useAttempt<'resend' | 'cancel'>()
	const resend = () =>
		attempt('resend', async () => {
			const options = { emailRedirectTo: `${window.location.origin}/`, captchaToken: await captcha.token() }
			throwIfError(await (await supabase).auth.resend({ type: 'email_change', email: current, options }))
			toast('Sent again')
		})
	const cancel = () =>
		attempt('cancel', async () => {
			await withStepUp(async () => throwIfError(await (await supabase).rpc('cancel_email_change')))
			await refreshSession()
		})
	return (
		<Notice>
			<p>
				Waiting for you to open the {needsBothAddresses ? 'links' : 'link'} that went to{' '}
				<strong>
					<bdi>{next}</bdi>
				</strong>
				{needsBothAddresses ? (
					<>
						{' '}
						and to <bdi>{current}</bdi>. Each address confirms its own; the order does not matter
					</>
				) : null}
				.
			</p>
			{captcha.widget}
			<p className="account-pending">
				<Button size="tiny" busy={busy.has('resend')} onClick={() => void resend()}>
					Send again
				</Button>
				<Button size="tiny" busy={busy.has('cancel')} onClick={() => void cancel()}>
					Drop the change
				</Button>
			</p>
			{problem ? (
				<p className="ui-error" role="alert">
					{problem}
				</p>
			) : null}
		</Notice>
	)
}
