import type { Deps } from '#platform/deps.ts'
import type { Sample } from '#platform/metrics/render-metrics.ts'
import { service } from '#product/run-query.ts'
import { type WebhookNumbers, webhookNumbers } from './queries.ts'

/** Webhooks by state and what waits for them, for /metrics. */
export function collectWebhooks({ db, metrics }: Pick<Deps, 'db' | 'metrics'>): void {
	metrics.collect(async () => {
		const [row] = await db.as(service, (tx) => tx.final<WebhookNumbers>(webhookNumbers()), {
			readOnly: true,
			statementTimeout: 2000,
		})
		if (!row) return []
		const { waiting, ...states } = row
		return [
			...Object.entries(states).map(
				([state, value]): Sample => ({ name: 'plaudit_webhooks', labels: { state }, value: Number(value) }),
			),
			{ name: 'plaudit_webhook_deliveries_waiting', value: Number(waiting) },
		]
	})
}
