import type { WebhookRow } from '#shared/rows.ts'
import { Button } from '#web/ui/button.tsx'
import { isDelivered, useTestWebhook } from './use-webhooks.ts'

/** Sends a sample to the address, and says the answer. */
export function TestButton({ webhook: { id, space_id: spaceId } }: { webhook: WebhookRow }) {
	const test = useTestWebhook(spaceId)
	return (
		<div className="hooks-test">
			<Button busy={test.isPending} onClick={() => test.mutate(id)}>
				Send a test
			</Button>
			<p role="status" className="ui-small">
				{test.data ? (
					<span className={isDelivered(test.data) ? 'hooks-good' : 'hooks-bad'}>
						{test.data.status === null ? 'No answer' : `It answered ${test.data.status}`}
						{test.data.took_ms === null ? '' : ` after ${test.data.took_ms} ms`}
						{isDelivered(test.data) ? '' : `: ${(test.data.answer ?? '').slice(0, 200)}`}
					</span>
				) : null}
				{test.error ? <span className="hooks-bad">{test.error.message}</span> : null}
			</p>
		</div>
	)
}
