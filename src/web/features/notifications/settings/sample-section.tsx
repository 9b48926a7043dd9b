import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'

/** Sends the user a sample of the mail about a new testimonial. */
export function SampleSection() {
	const { email } = useUser()
	const { space } = useSpace()
	const send = useMutation({
		mutationFn: async () => {
			const client = await supabase
			throwIfError(await client.rpc('send_test_notification', { space_id: space.id }))
		},
	})
	return (
		<SettingsSection id="sample" title="Try it">
			<div className="ui-buttons">
				<Button busy={send.isPending} disabled={!email} onClick={() => send.mutate()}>
					<Mail size={16} aria-hidden="true" />
					Send me a sample mail
				</Button>
				<span className="ui-small ui-quiet" role="status">
					{send.isSuccess ? (
						<>
							Sent to <bdi className="notify-address">{email}</bdi>.
						</>
					) : null}
				</span>
			</div>
			{send.error ? <p className="ui-error">{errorMessage(send.error)}</p> : null}
		</SettingsSection>
	)
}
