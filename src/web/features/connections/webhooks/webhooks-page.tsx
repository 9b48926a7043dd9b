import { useState } from 'react'
import type { WebhookRow } from '#shared/rows.ts'
import { ConnectionsHead, ConnectionsPart } from '#web/features/connections/connections-head.tsx'
import { capital, countWord } from '#web/features/connections/number-words.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { useWebhooks } from './use-webhooks.ts'
import { WebhookLine } from './webhook-line.tsx'
import './webhooks.css'

/** /dashboard/space/webhooks: the addresses that are called about testimonials. */
export function Page() {
	const { space, canEdit } = useSpace()
	usePageTitle('Webhooks', space.name)
	const query = useWebhooks(space.id)
	const [isAdding, setAdding] = useState(false)
	return (
		<>
			<ConnectionsHead
				title={query.data ? listTitle(query.data) : 'Webhooks'}
				actions={
					canEdit ? (
						<Button variant="primary" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
							New webhook
						</Button>
					) : null
				}
			>
				We call an address of yours about each new, changed or withdrawn testimonial. Each call is signed.
			</ConnectionsHead>
			{isAdding ? <NewWebhook onDone={() => setAdding(false)} /> : null}
			{query.data ? (
				<ul className="ui-rows hooks-list" aria-label="Webhooks">
					{query.data.map((webhook) => (
						<WebhookLine key={webhook.id} webhook={webhook} />
					))}
				</ul>
			) : query.isError ? (
				<ReadError query={query}>The webhooks could not be read.</ReadError>
			) : (
				<Spinner />
			)}
			<ConnectionsPart id="about" title="What is kept">
				<p className="ui-quiet">
					Nine tries in 24 hours, then it is paused and you get a mail. The log and what waits are kept for 30 days.
				</p>
			</ConnectionsPart>
		</>
	)
}

/** "Two webhooks, one is paused". */
function listTitle(webhooks: readonly WebhookRow[]): string {
	if (webhooks.length === 0) return 'No address is called yet'
	const count = capital(`${countWord(webhooks.length)} ${webhooks.length === 1 ? 'webhook' : 'webhooks'}`)
	const paused = webhooks.filter((one) => !one.is_active).length
	return paused === 0 ? count : `${count}, ${countWord(paused)} ${paused === 1 ? 'is' : 'are'} paused`
}
