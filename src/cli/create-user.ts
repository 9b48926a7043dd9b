import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createUser } from '#server/auth/signup/create-user.ts'
import { withDeps } from './open.ts'
import { UsageError } from './usage-error.ts'

/** Makes an account whose address counts as confirmed. A generated password is printed once and stored nowhere. */
export async function run(args: string[]): Promise<number> {
	const { email, password, username, json } = parse(args)
	if (!email) throw new UsageError('--email is needed.')
	const chosen = password ?? randomBytes(12).toString('base64url')
	const id = await withDeps(({ db, config }) =>
		createUser(db, { email, password: chosen, ...(username ? { username } : {}) }, config),
	)
	const shown = password ? {} : { password: chosen }
	if (json) console.log(JSON.stringify({ id, email, ...shown }))
	else {
		console.log(`Made ${email}.`)
		if (!password) console.log(`The password is ${chosen} and is shown only now.`)
	}
	return 0
}

function parse(args: string[]) {
	const text = { type: 'string' } as const
	try {
		const options = {
			email: text,
			password: text,
			username: text,
			json: { type: 'boolean' },
		} as const
		return parseArgs({ args, options }).values
	} catch (error) {
		throw new UsageError((error as Error).message)
	}
}
