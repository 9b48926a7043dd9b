import type { AuthContext } from '#platform/auth/auth-context.ts'
import {
	type CustomProviderRow,
	listCustomProviderRows,
} from '#platform/auth/providers/oauth/custom-provider-queries.ts'
import { redirectProviderNames, type SignInProvider } from '#platform/auth/providers/oauth/provider.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { ProofProvider } from './identity-proofs.ts'

const cacheMilliseconds = 60_000

/**
 * Lists the enabled providers. Those that administrators added are read once a minute, as public pages ask for them; without a
 * database only those of the settings are listed.
 */
export function createProofProviders({ config, db }: AuthContext): () => Promise<ProofProvider[]> {
	const configured = redirectProviderNames(config).map((name) => ({ name, label: undefined }))
	let added: Promise<ProofProvider[]> = Promise.resolve([])
	let until = 0

	async function loadAdded(): Promise<ProofProvider[]> {
		const query = listCustomProviderRows(null)
		const rows = await db.as(authServiceRole, (tx) => tx.final<CustomProviderRow>(query), { readOnly: true })
		return rows.filter(({ enabled }) => enabled).map(({ identifier, name }) => ({ name: identifier, label: name }))
	}

	return async () => {
		if (Date.now() > until) {
			until = Date.now() + cacheMilliseconds
			added = loadAdded().catch(() => {
				until = 0
				return []
			})
		}
		return [...configured, ...(await added)]
	}
}

export function toProofProvider({ name, custom }: SignInProvider): ProofProvider {
	return { name, label: custom?.label }
}
