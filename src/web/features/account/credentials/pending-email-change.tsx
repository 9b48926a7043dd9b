import { useState } from 'react'
import { toast } from 'sonner'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { refreshSession } from '#web/features/account/use-account.ts'
import { authErrorMessage } from '#web/lib/auth/auth-errors.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useConfig } from '#web/lib/client/use-config.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** A change of address that awaits its links; they can be sent again, or the change cancelled. */
export function PendingEmailChange({ current, next }: { current: string; next: string }) {
	const needsBothAddresses = useConfig()?.secureEmailChange !== false && current
	const withStepUp = useStepUp()
	const captcha = useCaptcha()
	const [busy, setBusy] = useState<'again' | 'drop' | null>(null)
	const [problem, setProblem] = useState<string>()
	const attempt = async (what: 'again' | 'drop', work: () => Promise<void>) => {
		setBusy(what)
		setProblem(undefined)
		try {
			await work()
		} catch (error) {
			setProblem(authErrorMessage(error))
		} finally {
			setBusy(null)
		}
	}
	const resend = () =>
		attempt('again', async () => {
			const emailRedirectTo = `${window.location.origin}/`
			const options = { emailRedirectTo, captchaToken: await captcha.token() }
			const { auth } = await supabase
			throwIfError(await auth.resend({ type: 'email_change', email: current, options }))
			toast('Sent again')
		})
	const cancelChange = () =>
		attempt('drop', async () => {
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
				<Button size="tiny" busy={busy === 'again'} onClick={() => void resend()}>
					Send again
				</Button>
				<Button size="tiny" busy={busy === 'drop'} onClick={() => void cancelChange()}>
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
