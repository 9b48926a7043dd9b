import { flag, printResult, readOptions, text, UsageError } from '#cli/read-options.ts'
import { withDeps } from '#cli/with-deps.ts'
import { rotateKeys } from '#platform/auth/accounts/keys/rotate-keys.ts'
import { rotateRoot } from './rotate-root.ts'

/** Longer than any node needs to learn of the new key, even when a notification is lost. */
const safeDelaySeconds = 30

/** Replaces the key that signs access tokens; running servers follow. */
export async function run(args: string[]): Promise<number> {
	const options = { json: flag, now: flag, compromised: flag, root: flag, file: text }
	const { json, now, compromised, root, file } = readOptions(args, options)
	if (root && !now) return rotateRoot({ json, file, compromised: compromised ?? false })
	if (root) throw new UsageError('--now has no meaning with --root.')
	if (file !== undefined) throw new UsageError('--file belongs to --root.')
	const rotation = await withDeps((deps) => {
		// The embedded database has one server, which is notified before anybody signs in.
		const delaySeconds = now || !deps.config.DATABASE_URL ? 0 : safeDelaySeconds
		return rotateKeys(deps, { delaySeconds, compromised: compromised ?? false })
	})
	const lines = [
		`New key   ${rotation.kid}, signs from ${rotation.signsFrom.toISOString()}`,
		...rotation.ended.map(
			({ kid, verifiesUntil }) => `Old key   ${kid}, accepted until ${verifiesUntil.toISOString()}`,
		),
		...(compromised ? ['\nEverybody was signed out.'] : []),
	]
	return printResult(json, rotation, lines.join('\n'))
}
