import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { toast } from 'sonner'
import type { WebhookRow } from '#shared/rows.ts'
import { ConnectionsHead } from '#web/features/connections/connections-head.tsx'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { EventsSection } from './events-section.tsx'
import { LogSection } from './log-section.tsx'
import { Failing, Paused } from './remedy.tsx'
import { SecretSection } from './secret-section.tsx'
import { TestButton } from './test-button.tsx'
import { useDeliverySummary } from './use-deliveries.ts'
import { useChangeWebhook, useDeleteWebhook, useWebhooks } from './use-webhooks.ts'
import { webhookTitle } from './webhook-words.ts'
import './webhooks.css'

const back = { to: '/dashboard/space/webhooks', label: 'Webhooks' }

/** /dashboard/space/webhooks/{id}: one webhook with its state, events, log and secret. */
export function Page() {
	const { space } = useSpace()
	const { webhookId } = useParams()
	usePageTitle('Webhook', space.name)
	const query = useWebhooks(space.id)
	const webhook = query.data?.find(({ id }) => id === webhookId)
	if (webhook) return <OneWebhook webhook={webhook} />
	if (query.isPending) return <Spinner />
	return (
		<>
			<ConnectionsHead back={back} title="This webhook is gone">
				It was deleted, or belongs to another space.
			</ConnectionsHead>
			{query.isError ? <ReadError query={query} /> : null}
		</>
	)
}

function OneWebhook({ webhook }: { webhook: WebhookRow }) {
	const { canEdit } = useSpace()
	const { data: summary } = useDeliverySummary(webhook)
	const trouble = summary?.trouble ?? undefined
	const isFailing = webhook.is_active && trouble !== undefined
	const isPaused = !webhook.is_active && webhook.paused_reason === 'failed'
	return (
		<>
			<ConnectionsHead
				back={back}
				title={webhookTitle(webhook, isFailing)}
				actions={canEdit && !isPaused ? <TestButton webhook={webhook} /> : null}
			>
				<bdi className="ui-mono">{webhook.url}</bdi>
			</ConnectionsHead>
			{isPaused && trouble ? (
				<Paused webhook={webhook} trouble={trouble} resumed={summary?.resumed ?? 0} canEdit={canEdit} />
			) : null}
			{isFailing && summary ? (
				<Failing webhook={webhook} summary={summary} trouble={trouble} canEdit={canEdit} />
			) : null}
			{webhook.is_active && !isFailing && summary && summary.delivered > 0 ? (
				<p className="hooks-works">
					<Badge tone="good">
						Works. {summary.delivered} of {summary.all} delivered in 30 days
					</Badge>
				</p>
			) : null}
			<EventsSection webhook={webhook} canEdit={canEdit} />
			<LogSection webhook={webhook} summary={summary} canEdit={canEdit} />
			{webhook.kind === 'standard' ? <SecretSection webhook={webhook} canEdit={canEdit} /> : null}
			{canEdit ? <EndSection webhook={webhook} /> : null}
		</>
	)
}

/** Stops a webhook for a while, or deletes it. */
function EndSection({ webhook }: { webhook: WebhookRow }) {
	const navigate = useNavigate()
	const [isAsking, setAsking] = useState(false)
	const change = useChangeWebhook(webhook)
	const remove = useDeleteWebhook(webhook.space_id, () => {
		toast('The webhook was deleted')
		void navigate(back.to)
	})
	return (
		<SettingsSection id="end" title="Stop or delete">
			{webhook.paused_reason === null ? (
				<div className="ui-buttons">
					<Button busy={change.isPending} onClick={() => change.mutate({ is_active: !webhook.is_active })}>
						{webhook.is_active ? 'Stop for a while' : 'Go on'}
					</Button>
					<span className="ui-small ui-quiet">
						{webhook.is_active ? 'Events wait meanwhile, for 30 days.' : 'What waits is sent in its order.'}
					</span>
				</div>
			) : null}
			<div className="ui-buttons">
				<Button variant="danger" onClick={() => setAsking(true)}>
					Delete this webhook
				</Button>
				<span className="ui-small ui-quiet">What waits is dropped and the log goes. Testimonials stay.</span>
			</div>
			<ConfirmDialog
				open={isAsking}
				onOpenChange={setAsking}
				title="Delete this webhook?"
				description="The address is not called again, what waits is dropped, and the log goes."
				confirm="Delete it"
				busy={remove.isPending}
				onConfirm={() => remove.mutate(webhook.id)}
			>
				{remove.error ? <p className="ui-error">{errorMessage(remove.error)}</p> : null}
			</ConfirmDialog>
		</SettingsSection>
	)
}
