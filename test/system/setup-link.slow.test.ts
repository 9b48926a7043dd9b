import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'

let server: Server
beforeAll(async () => {
	server = await startServer({}, { isFirstStart: true })
}, 120_000)
afterAll(() => server.stop())

const account = (name: string) => ({ email: `${name}@example.test`, password: 'a long enough pass phrase' })
const printed = () => /http:\S+\/auth\?setup=([\w-]{43})/.exec(server.output())

/** Signs up as a person behind a reverse proxy on the same machine. */
async function signUp(name: string) {
	const client = officialClient(server.url, await fetchAnonKey(server.url), {
		fetch: (input, init) => {
			const headers = new Headers(init?.headers)
			headers.set('x-forwarded-for', '203.0.113.7')
			return fetch(input, { ...init, headers })
		},
	})
	const { error } = await client.auth.signUp(account(name))
	if (error) throw error
	const read = async () => (await client.functions.invoke('operator', { method: 'GET' })).data
	const redeem = async (setup: string) => (await client.functions.invoke('operator', { body: { setup } })).data
	return { read, redeem }
}

it('the first start prints a setup link, a later one prints none, and plaudit setup-link replaces it', async () => {
	const [, first = ''] = printed() ?? []
	const early = await signUp('early')
	expect(await early.read()).toEqual({ operator: false })
	await server.end()
	await server.restart()
	expect(server.output()).toContain('Plaudit is ready')
	expect(printed()).toBeNull()

	const { url } = JSON.parse(await plaudit(server, ['setup-link', '--json'])) as { url: string }
	const setup = new URL(url).searchParams.get('setup') ?? ''
	const owner = await signUp('owner')
	expect(await owner.redeem(first)).toBeNull()
	expect(await owner.redeem(setup)).toEqual({ operator: true })
	expect(await early.redeem(setup)).toBeNull()
	expect(await owner.read()).toEqual({ operator: true })
	const findings = await plaudit(server, ['doctor', '--json']).catch((error) => (error as Error).message)
	expect(findings).toContain('the accounts of owner@example.test')
}, 120_000)
