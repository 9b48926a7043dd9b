import { parseArgs } from 'node:util'
import { fetchAnonKey } from '#test/support/official-client.ts'
import { plaudit, startServer } from '#test/support/server-process.ts'

/**
 * Redeems each kind of token in fifty concurrent requests over HTTP, repeatedly; exactly one may succeed. Run: `node
 * tools/token-races.ts --rounds 1000`. Exits 1 when more or fewer do.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1000' } } })
const rounds = Number(values.rounds)
const atOnce = 50

const server = await startServer({ RATE_LIMITS: 'off', REFRESH_REUSE_INTERVAL: '0' })
const base = `${server.url.replace('localhost', '127.0.0.1')}/auth/v1`
const anonKey = await fetchAnonKey(server.url)
const { serviceRoleKey } = JSON.parse(await plaudit(server, ['keys', '--json'])) as {
	serviceRoleKey: string
}
type Answer = { status: number; body: Record<string, string> }

async function post(path: string, body: object, key = anonKey): Promise<Answer> {
	const response = await fetch(`${base}${path}`, {
		method: 'POST',
		headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})
	return { status: response.status, body: (await response.json()) as Record<string, string> }
}
const storm = (path: string, body: object) => Promise.all(Array.from({ length: atOnce }, () => post(path, body)))
const refreshPath = '/token?grant_type=refresh_token'

const email = 'racer@skerry.example'
const password = 'five days of paddling'
await post('/admin/users', { email, password, email_confirm: true }, serviceRoleKey)
let token = (await post('/token?grant_type=password', { email, password })).body.refresh_token
const counts = { refreshes: 0, children: 0, signedOut: 0, codes: 0, links: 0, opened: 0, twice: 0 }
const started = performance.now()

for (let round = 0; round < rounds; round++) {
	const answers = await storm(refreshPath, { refresh_token: token })
	const children = new Set(answers.flatMap(({ body }) => body.refresh_token ?? []))
	counts.refreshes += answers.length
	counts.children += children.size
	counts.signedOut += answers.filter(({ status }) => status !== 200).length
	token = answers[0]?.body.refresh_token
	// Rounds alternate between links and codes.
	const type = round % 2 ? 'magiclink' : 'recovery'
	const link = (await post('/admin/generate_link', { type, email }, serviceRoleKey)).body
	const byCode = { type: 'email', email, token: link.email_otp }
	const byLink = { type, token_hash: link.hashed_token }
	const redeemed = await storm('/verify', round % 4 < 2 ? byCode : byLink)
	if (round % 4 < 2) counts.codes++
	else counts.links++
	const opened = redeemed.filter(({ status }) => status === 200).length
	counts.opened += opened
	if (opened !== 1) counts.twice++
	if (round % 100 === 99) console.error(`${round + 1} rounds`)
}
await server.stop()
const seconds = Math.round((performance.now() - started) / 1000)
console.log(JSON.stringify({ rounds, atOnce, ...counts, seconds }))
const isGood = counts.children === rounds && counts.signedOut === 0 && counts.twice === 0
process.exit(isGood ? 0 : 1)
