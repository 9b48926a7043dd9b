import { AuthError } from './errors.ts'

/** POST /token?grant_type=web3: no chain is switched on (auth.md §6.4). */
export function web3Grant(): never {
	throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}

/** POST /sso and the SAML addresses: no company signs in here (auth.md §2.10). */
export function samlDisabled(): never {
	throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}
