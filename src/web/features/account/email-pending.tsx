import { useState } from 'react'
import { toast } from 'sonner'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { check } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { Button } from '#web/ui/button.tsx'
import { useCaptcha } from '#web/ui/captcha.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useStepUp } from './step-up.tsx'
import { renewSession } from './use-account.ts'

/** A change of address that waits for its links; they can be sent again, or the change dropped. */
export function EmailPending({ current, next }: { current: string; next: string }) {
	const both = useConfig()?.secureEmailChange !== false && current
	const confirmed = useStepUp()
	const captcha = useCaptcha()
	const [busy, setBusy] = useState<'again' | 'drop' | null>(null)
	const [problem, setProblem] = useState<string>()
	const attempt = async (what: 'again' | 'drop', work: () => Promise<void>) => {
		setBusy(what)
		setProblem(undefined)
		try {
			await work()
		} catch (error) {
			setProblem(sayAuthError(error))
		} finally {
			setBusy(null)
		}
	}
	const again = () =>
		attempt('again', async () => {
			const emailRedirectTo = `${window.location.origin}/`
			const options = { emailRedirectTo, captchaToken: await captcha.token() }
			const { auth } = await supabase
			check(await auth.resend({ type: 'email_change', email: current, options }))
			toast('Sent again')
		})
	const drop = () =>
		attempt('drop', async () => {
			await confirmed(async () => check(await (await supabase).rpc('cancel_email_change')))
			await renewSession()
		})
	return (
		<Notice>
			<p>
				Waiting for you to open the {both ? 'links' : 'link'} that went to{' '}
				<strong>
					<bdi>{next}</bdi>
				</strong>
				{both ? (
					<>
						{' '}
						and to <bdi>{current}</bdi>. Each address confirms its own; the order does not matter
					</>
				) : null}
				.
			</p>
			{captcha.widget}
			<p className="account-pending">
				<Button size="tiny" busy={busy === 'again'} onClick={() => void again()}>
					Send again
				</Button>
				<Button size="tiny" busy={busy === 'drop'} onClick={() => void drop()}>
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
