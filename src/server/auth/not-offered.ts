import { AuthError } from './errors.ts'

/** POST /token?grant_type=web3: no chain is switched on (auth.md §6.4). */
export function web3Grant(): never {
	throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}
