import type { Deps } from '#server/deps.ts'
import { dropOldAudit } from './audit-queries.ts'
import { dropOldFlows } from './flow-queries.ts'
import { forgetSpentBudgets } from './rate-limit-queries.ts'
import { authService } from './service-role.ts'
import { dropDeadSessions, dropIdleAnonymous, dropOldChallenges } from './sweep-queries.ts'
import { dropExpiredTokens } from './token-queries.ts'

/** Removes what has run its time: spent budgets, late codes, unfinished flows, idle anonymous users. Once an hour. */
export function registerSweep({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): void {
	jobs.repeat('auth-sweep', 3600, async () => {
		const statements = [
			forgetSpentBudgets(),
			dropExpiredTokens(),
			dropOldFlows(),
			dropOldChallenges(),
			dropDeadSessions(),
			dropIdleAnonymous(),
			dropOldAudit(),
		]
		await db.as(authService, (tx) => Promise.all(statements.map((query) => tx.query(query))), {
			statementTimeout: 60_000,
		})
	})
}
