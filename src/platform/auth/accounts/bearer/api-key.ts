import type { AccountsContext } from '#platform/auth/accounts/accounts-context.ts'
import { ApiKeyError } from '#platform/auth/errors.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

/**
 * Builds the check of the API key, which is required unless API_KEY_OPTIONAL is set. Users are identified later.
 * @throws ApiKeyError
 */
export function createApiKeyGuard({ config, keys, verifyToken }: AccountsContext) {
	const isKey = (key: string): boolean => {
		if (keys.roleByApiKey.has(key)) return true
		try {
			const { sub, role } = verifyToken(key)
			return sub === undefined && (role === 'anon' || role === 'service_role')
		} catch {
			return false
		}
	}
	return (x: Exchange): void => {
		const key = x.header('apikey') ?? x.query('apikey')
		const isOptional = config.API_KEY_OPTIONAL || x.header('authorization')
		if (key ? isKey(key) : isOptional) return
		throw key
			? new ApiKeyError('Invalid API key', 'Double check the API key that you use.')
			: new ApiKeyError('No API key found in request', 'No `apikey` request header or url param was found.')
	}
}
