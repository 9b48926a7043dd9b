import { type ApiKeySet, type ApiKeys, apiKeySet, chooseApiKeys } from '#platform/keys/api-keys.ts'
import type { Keys } from '#platform/keys/keys.ts'
import { unsealJson } from '#platform/keys/sealed-secret.ts'
import type { ApiKeyRow } from './api-key-queries.ts'

/** The purpose under which API keys are sealed in the database. */
export const apiKeysPurpose = 'api-keys'

/**
 * The API keys that are accepted, given those of the settings and those of the database.
 * @throws Error when the installation's secret cannot decrypt keys of the database
 */
export function mergeApiKeys({ secret, ownApiKeys }: Keys, rows: readonly ApiKeyRow[]): ApiKeys {
	const { generated, configured } = ownApiKeys
	const stored = rows.map(({ sealed }) => (sealed ? unsealApiKeys(sealed, secret) : generated))
	return chooseApiKeys(
		configured,
		[generated, ...stored],
		rows.flatMap((row) => row.taken_back),
	)
}

function unsealApiKeys(sealed: Buffer, secret: Buffer): ApiKeySet {
	try {
		return apiKeySet.parse(unsealJson(sealed, secret, apiKeysPurpose))
	} catch (cause) {
		throw new Error(
			'The API keys in the database were made with another keys.json (or JWT_KEYS). Restore that one; if it is lost, run: plaudit keys reset --sign-everybody-out',
			{ cause },
		)
	}
}
