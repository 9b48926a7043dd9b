import type { Deps } from '#platform/deps.ts'
import { deleteOldAuditEntries } from './accounts/audit-queries.ts'
import { deleteExpiredSigningKeys } from './accounts/keys/signing-key-queries.ts'
import { deleteOldBans, deleteOldEndedSessions } from './accounts/sessions/ended-session-queries.ts'
import { maxTokenSeconds } from './accounts/sessions/ended-sessions.ts'
import { deleteExpiredSessions } from './accounts/sessions/session-queries.ts'
import { deleteOldFlowStates } from './accounts/tokens/flow-state-queries.ts'
import { deleteExpiredTokens } from './accounts/tokens/one-time-token-queries.ts'
import { deleteIdleAnonymousUsers } from './accounts/users/user-queries.ts'
import { deleteOldMfaChallenges } from './factors/factor-queries.ts'
import { deleteOldWebauthnChallenges } from './factors/passkeys/passkey-queries.ts'
import {
	deleteExpiredRateLimits,
	deleteOldAttempts,
	deleteOldKnownNetworks,
	deleteUsedCaptchas,
} from './limits/rate-limit-queries.ts'
import { deleteExpiredAssertions, deleteOldRelayStates } from './providers/saml/relay-state-queries.ts'
import { deleteOldMessages } from './providers/web3/web3-queries.ts'
import { authServiceRole } from './service-role.ts'

/** Deletes expired rows once an hour: rate limits, tokens, unfinished flows, idle anonymous users. */
export function registerCleanup({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): void {
	jobs.repeat('auth-sweep', 3600, async () => {
		const statements = [
			deleteExpiredRateLimits(),
			deleteExpiredTokens(),
			deleteOldFlowStates(),
			deleteOldMessages(),
			deleteOldRelayStates(),
			deleteExpiredAssertions(),
			deleteOldMfaChallenges(),
			deleteOldWebauthnChallenges(),
			deleteExpiredSessions(),
			deleteOldEndedSessions(maxTokenSeconds),
			deleteOldBans(maxTokenSeconds),
			deleteIdleAnonymousUsers(),
			deleteOldAuditEntries(),
			deleteOldAttempts(),
			deleteOldKnownNetworks(),
			deleteExpiredSigningKeys(),
			deleteUsedCaptchas(),
		]
		await db.as(authServiceRole, (tx) => Promise.all(statements.map((query) => tx.query(query))), {
			statementTimeout: 60_000,
		})
	})
}
