import { KeyRound } from 'lucide-react'
import type { WebhookRow } from '#shared/rows.ts'
import { CodeBox } from '#web/features/connections/code-box.tsx'
import { SecretBox } from '#web/features/connections/secret-box.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { overlapMilliseconds, SecretOverlap } from './secret-overlap.tsx'
import { useChangeSecret } from './use-webhooks.ts'

const example = `import { Webhook } from "standardwebhooks"
const event = new Webhook(process.env.PLAUDIT_SECRET)
  .verify(body, headers) // throws when it is not ours, or is older than 5 minutes`

/** The secret that signs each call, and the day on which the one before it counts too. */
export function SecretSection({ webhook, canEdit }: { webhook: WebhookRow; canEdit: boolean }) {
	const change = useChangeSecret(webhook)
	const rotated = webhook.secret_rotated_at
	const until = rotated ? Date.parse(rotated) + overlapMilliseconds : 0
	const isOverlap = until > Date.now()
	return (
		<SettingsSection id="secret" title="Secret" text="It proves that a call is ours.">
			{change.data ? (
				<Notice icon={<KeyRound size={16} aria-hidden="true" />}>
					<p className="hooks-once">
						<strong>Copy the new secret now. It is shown this once.</strong>
					</p>
					<SecretBox label="The new secret" text={change.data} copy="Copy secret" isPrimary />
				</Notice>
			) : (
				<div className="ui-buttons hooks-secret">
					<code className="ui-mono">whsec_•••••••••••••••••••</code>
					<span className="ui-small ui-quiet">since {formatDate(rotated ?? webhook.created_at)}</span>
					{canEdit && !isOverlap ? (
						<Button size="tiny" busy={change.isPending} onClick={() => change.mutate()}>
							Change the secret
						</Button>
					) : null}
				</div>
			)}
			{change.error ? <p className="ui-error">{errorMessage(change.error)}</p> : null}
			{isOverlap ? <SecretOverlap webhook={webhook} until={until} canEdit={canEdit} onRestored={change.reset} /> : null}
			<CodeBox>{example}</CodeBox>
		</SettingsSection>
	)
}
