import { parseArgs } from 'node:util'
import { startServer } from '#test/server.ts'
import { type AuthCost, measureRefresh, measureUser } from './auth.ts'
import { addPeople, analyze } from './auth-people.ts'
import { atMost, plain, printSection } from './figure.ts'

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
	// What else the machine does stretches both processes alike; only PostgreSQL's part can grow with the number of people.
	const share = ({ node, postgres }: AuthCost) => postgres / node
	printSection(`auth/v1 with ${users} people against ${small}`, [
		atMost(
			'PostgreSQL for GET /user, against the server',
			share(after.user) / share(before.user),
			'×',
			1.3,
		),
		atMost(
			'PostgreSQL for a refresh, against the server',
			share(after.refresh) / share(before.refresh),
			'×',
			1.3,
		),
		plain('p99 of GET /user', after.user.p99 / before.user.p99, '×'),
		plain('p99 of a refresh', after.refresh.p99 / before.refresh.p99, '×'),
	])
	console.log(JSON.stringify({ users, before, after }))
} finally {
	await server.stop()
}
