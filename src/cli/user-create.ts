import { randomBytes } from 'node:crypto'
import { createConfirmedUser } from '#platform/auth/flows/sign-up/create-confirmed-user.ts'
import { flag, printResult, readOptions, text, UsageError } from './read-options.ts'
import { withDeps } from './with-deps.ts'

/** Creates an account with a confirmed address. A generated password is printed once and stored nowhere. */
export async function run(args: string[]): Promise<number> {
	const options = { email: text, password: text, username: text, json: flag }
	const { email, password, username, json } = readOptions(args, options)
	if (!email) throw new UsageError('--email is needed.')
	if (username !== undefined && !/^[a-z0-9_-]{3,30}$/.test(username))
		throw new UsageError('--username takes 3 to 30 characters of a-z, 0-9, _ and -.')
	const chosen = password ?? randomBytes(12).toString('base64url')
	const id = await withDeps(({ db, config }) =>
		createConfirmedUser(db, { email, password: chosen, ...(username ? { username } : {}) }, config),
	)
	if (password) return printResult(json, { id, email }, `Made ${email}.`)
	const lines = `Made ${email}.\nThe password is ${chosen} and is shown only now.`
	return printResult(json, { id, email, password: chosen }, lines)
}
