import { dropOldAudit } from '#server/auth/admin/audit-queries.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { forgetSigningKeys } from '#server/auth/bearer/signing-key-queries.ts'
import { forgetSpentCaptchas } from '#server/auth/captcha/captcha-queries.ts'
import { forgetOldGuesses, forgetOldSources } from '#server/auth/limits/guess-queries.ts'
import { forgetSpentBudgets } from '#server/auth/limits/rate-limit-queries.ts'
import { dropOldFlows } from '#server/auth/openid/flow-queries.ts'
import { dropOldKeyChallenges } from '#server/auth/passkeys/passkey-queries.ts'
import { dropDeadAssertions, dropOldVisits } from '#server/auth/saml/relay-queries.ts'
import { dropOldMessages } from '#server/auth/web3/web3-queries.ts'
import type { Deps } from '#server/deps.ts'
import { forgetBans, forgetEndedSessions } from './ended-session-queries.ts'
import { longestToken } from './ended-sessions.ts'
import { dropDeadSessions, dropIdleAnonymous, dropOldChallenges } from './sweep-queries.ts'
import { dropExpiredTokens } from './token-queries.ts'

/** Removes what has run its time: spent budgets, late codes, unfinished flows, idle anonymous users. Once an hour. */
export function registerSweep({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): void {
	jobs.repeat('auth-sweep', 3600, async () => {
		const statements = [
			forgetSpentBudgets(),
			dropExpiredTokens(),
			dropOldFlows(),
			dropOldMessages(),
			dropOldVisits(),
			dropDeadAssertions(),
			dropOldChallenges(),
			dropOldKeyChallenges(),
			dropDeadSessions(),
			forgetEndedSessions(longestToken),
			forgetBans(longestToken),
			dropIdleAnonymous(),
			dropOldAudit(),
			forgetOldGuesses(),
			forgetOldSources(),
			forgetSigningKeys(),
			forgetSpentCaptchas(),
		]
		await db.as(authService, (tx) => Promise.all(statements.map((query) => tx.query(query))), {
			statementTimeout: 60_000,
		})
	})
}
