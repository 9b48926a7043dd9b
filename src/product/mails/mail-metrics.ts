import type { Deps } from '#platform/deps.ts'
import { waitingMails } from './queries.ts'

/** Mails to members and customers that wait, for /metrics. Mails to accounts are jobs. */
export function collectMails({ db, metrics }: Pick<Deps, 'db' | 'metrics'>): void {
	metrics.collect(async () => {
		const [row] = await db.as(
			{ role: 'service_role' },
			(tx) => tx.final<{ notifications: string; invitations: string }>(waitingMails()),
			{ readOnly: true, statementTimeout: 2000 },
		)
		return Object.entries(row ?? {}).map(([queue, value]) => ({
			name: 'plaudit_mails_waiting',
			labels: { queue },
			value: Number(value),
		}))
	})
}
