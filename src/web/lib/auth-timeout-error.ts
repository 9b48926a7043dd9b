/** No session came within 15 seconds after a sign-in with Google began (product.md §2, §6). */
export class AuthTimeoutError extends Error {
	override readonly name = 'AuthTimeoutError'
	readonly status = 408
	constructor() {
		super('Timed out waiting for user session.')
	}
}
