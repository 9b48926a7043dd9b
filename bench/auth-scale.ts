import { parseArgs } from 'node:util'
import { startServer } from '#test/server.ts'
import { type AuthCost, measureRefresh, measureUser } from './auth.ts'
import { addPeople, analyze } from './auth-people.ts'
import { atMost, printSection } from './figure.ts'

/**
 * Does auth/v1 stay as quick when an installation grows? The same requests before and after, in one run.
 * Run: `node bench/auth-scale.ts --users 1000000`.
 */
const { values } = parseArgs({ options: { users: { type: 'string', default: '1000000' } } })
const users = Number(values.users)
const small = 1000
const batch = 100_000

const server = await startServer({ RATE_LIMITS: 'off' })
try {
	await addPeople(server, small)
	await analyze(server)
	const before = { user: await measureUser(server), refresh: await measureRefresh(server) }
	for (let made = small; made < users; made += batch)
		await addPeople(server, Math.min(batch, users - made))
	await analyze(server)
	const after = { user: await measureUser(server), refresh: await measureRefresh(server) }
	const total = ({ node, postgres }: AuthCost) => node + postgres
	printSection(`auth/v1 with ${users} people against ${small}`, [
		atMost('processor time of GET /user', total(after.user) / total(before.user), '×', 1.3),
		atMost('processor time of a refresh', total(after.refresh) / total(before.refresh), '×', 1.3),
		atMost('p99 of GET /user', after.user.p99 / before.user.p99, '×', 2),
		atMost('p99 of a refresh', after.refresh.p99 / before.refresh.p99, '×', 2),
	])
	console.log(JSON.stringify({ users, before, after }))
} finally {
	await server.stop()
}
