import { rotateKeys } from '#server/auth/bearer/rotate-keys.ts'
import { withDeps } from './open.ts'
import { flag, readOptions } from './read-options.ts'

/** Longer than any node needs to hear of the new key, even when a notice is lost. */
const safeDelaySeconds = 30

/** Replaces the key that signs access tokens; running servers follow. */
export async function run(args: string[]): Promise<number> {
	const { json, now, compromised } = readOptions(args, { json: flag, now: flag, compromised: flag })
	const rotation = await withDeps((deps) => {
		// Over the embedded database there is one server, and a notice reaches it before anybody signs in.
		const delaySeconds = now || !deps.config.DATABASE_URL ? 0 : safeDelaySeconds
		return rotateKeys(deps, { delaySeconds, compromised: compromised ?? false })
	})
	if (json) {
		console.log(JSON.stringify(rotation))
		return 0
	}
	console.log(`New key   ${rotation.kid}, signs from ${rotation.signsFrom.toISOString()}`)
	for (const { kid, verifiesUntil } of rotation.ended)
		console.log(`Old key   ${kid}, accepted until ${verifiesUntil.toISOString()}`)
	if (compromised) console.log('\nEverybody was signed out.')
	return 0
}
