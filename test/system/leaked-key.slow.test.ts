import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { officialClient } from '#test/support/official-client.ts'
import { plaudit, startServer } from '#test/support/server-process.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

const guide = new URL('../../docs/leaked-key.md', import.meta.url)

/** The commands of the guide by section, in their order. */
async function readCommands(): Promise<Record<string, string[]>> {
	const sections = (await readFile(guide, 'utf8')).split(/^## /m).slice(1)
	return Object.fromEntries(
		sections.map((section) => {
			const blocks = [...section.matchAll(/```sh\n([^`]*)```/g)].map(([, block = '']) => block)
			return [section.split('\n')[0] ?? '', blocks.join('').trim().split('\n').filter(Boolean)]
		}),
	)
}
const argsOf = (command = '') => command.replace(/^plaudit /, '').split(' ')

it('every command of the guide for leaked keys does what the guide says', { timeout: 180_000 }, async () => {
	const commands = await readCommands()
	expect(commands).toEqual({
		'An API key': ['plaudit keys replace --api'],
		'The signing key': ['plaudit keys rotate --compromised'],
		'keys.json or JWT_KEYS': [
			'plaudit keys rotate --root --compromised',
			'plaudit keys rotate --root --compromised --file next.env',
			'plaudit keys rotate --compromised',
			'plaudit keys replace --api',
			'plaudit doctor',
		],
		'A backup': ['plaudit backup key'],
		JWT_SECRET: ['plaudit keys rotate --compromised', 'plaudit keys replace --api'],
		'Secrets of other services': [],
	})
	const server = await startServer()
	try {
		const keysNow = async () => JSON.parse(await plaudit(server, ['keys', '--json']))
		const isAccepted = async (key: string) =>
			(await officialClient(server.url, key).auth.admin.listUsers()).error === null
		const signUp = async (email: string) => {
			const client = officialClient(server.url, (await keysNow()).anonKey)
			const { data, error } = await client.auth.signUp({ email, password: 'correct horse battery' })
			expect(error).toBeNull()
			return { client, token: data.session?.access_token ?? '' }
		}

		const first = await keysNow()
		const { client: user, token } = await signUp('ada@example.test')
		expect(await isAccepted(first.serviceRoleKey)).toBe(true)
		await plaudit(server, argsOf(commands['An API key']?.[0]))
		await expect.poll(() => isAccepted(first.serviceRoleKey)).toBe(false)
		const second = await keysNow()
		expect(await isAccepted(second.serviceRoleKey)).toBe(true)
		const readUser = async () =>
			(
				await fetch(`${server.url}/auth/v1/user`, {
					headers: { apikey: second.anonKey, authorization: `Bearer ${token}` },
				})
			).status
		expect(await readUser()).toBe(200)
		expect((await user.auth.getUser()).error).not.toBeNull()

		await plaudit(server, argsOf(commands['The signing key']?.[0]))
		await expect.poll(readUser).toBe(403)
		expect(await isAccepted(second.serviceRoleKey)).toBe(true)

		const [root, , ...others] = commands['keys.json or JWT_KEYS'] ?? []
		await expect(plaudit(server, argsOf(root))).rejects.toThrow('Stop all servers first')
		const before = JSON.parse(await readFile(join(server.dataDir, 'keys.json'), 'utf8'))
		expect(await server.end()).toBe(0)
		await plaudit(server, argsOf(root))
		const after = JSON.parse(await readFile(join(server.dataDir, 'keys.json'), 'utf8'))
		expect([after.secret === before.secret, after.nextSecret]).toEqual([false, undefined])
		// Printed by the database while no server runs.
		expect(await keysNow()).toEqual(second)
		await server.restart()
		expect(await isAccepted(second.serviceRoleKey)).toBe(true)
		for (const command of others) await plaudit(server, argsOf(command))
		await expect.poll(() => isAccepted(second.serviceRoleKey)).toBe(false)
		expect(await isAccepted((await keysNow()).serviceRoleKey)).toBe(true)
		await signUp('grace@example.test')
		expect(await plaudit(server, argsOf(commands['A backup']?.[0]))).toContain('AGE-SECRET-KEY')
	} finally {
		await server.stop()
	}
})

it('the value that a rotation writes for JWT_KEYS starts a server, and the former one does not', {
	timeout: 180_000,
}, async () => {
	const database = await createTestDatabase()
	const { host, port, user, password = '', database: name } = database.owner
	const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${name}?host=${host}`
	const { JWT_KEYS } = JSON.parse(
		await plaudit({ url: 'http://localhost:3000', dataDir: '/nonexistent' }, ['keys', 'new', '--json']),
	)
	const server = await startServer({ DATABASE_URL, JWT_KEYS })
	try {
		const command = (await readCommands())['keys.json or JWT_KEYS']?.[1] ?? ''
		const file = join(server.dataDir, 'next.env')
		const args = argsOf(command.replace('next.env', file))
		expect(await server.end()).toBe(0)
		await plaudit(server, args, { DATABASE_URL, JWT_KEYS })
		const next = /^JWT_KEYS='(.*)'\n$/.exec(await readFile(file, 'utf8'))?.[1] ?? ''
		await expect(server.restart()).rejects.toThrow('another keys.json (or JWT_KEYS)')
		const started = await startServer({ DATABASE_URL, JWT_KEYS: next })
		await started.stop()
	} finally {
		await rm(server.dataDir, { recursive: true, force: true })
		await database.drop()
	}
})
