import type { AccountsContext } from '#platform/auth/accounts/accounts-context.ts'
import { ApiKeyError } from '#platform/auth/errors.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

/**
 * Builds the check of the API key, which is required unless API_KEY_OPTIONAL is set. Users are identified later.
 * @throws ApiKeyError from the returned function, as a rejection
 */
export function createApiKeyGuard({ config, keys, verifyToken }: AccountsContext) {
	const isKey = async (key: string): Promise<boolean> => {
		if (keys.roleByApiKey.has(key)) return true
		try {
			const { sub, role } = await verifyToken(key)
			return sub === undefined && (role === 'anon' || role === 'service_role')
		} catch {
			return false
		}
	}
	return async (x: Exchange): Promise<void> => {
		const key = x.header('apikey') ?? x.query('apikey')
		const isOptional = config.API_KEY_OPTIONAL || x.header('authorization')
		if (key ? await isKey(key) : isOptional) return
		throw key
			? new ApiKeyError('Invalid API key', 'Double check the API key that you use.')
			: new ApiKeyError('No API key found in request', 'No `apikey` request header or url param was found.')
	}
}
