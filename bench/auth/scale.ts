import { parseArgs } from 'node:util'
import { atLeast, type Figure, plain, printSection } from '#bench/figure.ts'
import { startServer } from '#test/support/server-process.ts'
import { type AuthCost, measureRefresh, measureUser } from './auth.ts'
import { insertUsers, vacuumAndCheckpoint } from './people.ts'
import { signInOf } from './sign-in.ts'

/**
 * Compares auth/v1 on a small and a large installation, alternating, so that noise of the machine affects both. Run:
 * `node bench/auth/scale.ts --users 1000000`.
 */
const { values } = parseArgs({
	options: {
		users: { type: 'string', default: '1000000' },
		rounds: { type: 'string', default: '7' },
	},
})
const users = Number(values.users)
const small = 1000
const batch = 100_000

/** Starts an installation with a number of users. */
async function installation(count: number) {
	const server = await startServer({ RATE_LIMITS: 'off' })
	for (let made = 0; made < count; made += batch) await insertUsers(server, Math.min(batch, count - made))
	const signIn = await signInOf(server, 4)
	await vacuumAndCheckpoint(server)
	return { server, signIn }
}
type Installation = Awaited<ReturnType<typeof installation>>

const requests: Record<string, (installation: Installation) => Promise<AuthCost>> = {
	'password sign-in': ({ signIn }) => signIn(),
	refresh: ({ server }) => measureRefresh(server),
	'GET /user': ({ server }) => measureUser(server),
}

function median(numbers: number[]): number {
	return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

/** Compares the median latency of one kind of request, small against large. */
async function compare(name: string, few: Installation, many: Installation): Promise<Figure[]> {
	const measure = requests[name] as (typeof requests)[string]
	await measure(few)
	await measure(many)
	const pairs: [AuthCost, AuthCost][] = []
	for (let round = 0; round < Number(values.rounds); round++) {
		// The second of a pair finds a warmer or busier machine, so the order alternates.
		const first = round % 2 ? many : few
		const one = await measure(first)
		const other = await measure(first === few ? many : few)
		pairs.push(first === few ? [one, other] : [other, one])
	}
	const ratio = (of: (cost: AuthCost) => number) => median(pairs.map(([before, after]) => of(after) / of(before)))
	return [
		atLeast(
			`${name}, requests a second`,
			ratio(({ perSecond }) => perSecond),
			'×',
			0.9,
		),
		plain(
			`${name}, p99`,
			ratio(({ p99 }) => p99),
			'×',
		),
		plain(
			`${name}, processor time of the server`,
			ratio(({ node }) => node),
			'×',
		),
		plain(
			`${name}, processor time of PostgreSQL`,
			ratio(({ postgres }) => postgres),
			'×',
		),
	]
}

const few = await installation(small)
const many = await installation(users)
try {
	for (const name of Object.keys(requests))
		printSection(
			`${name}: ${users} people against ${small}, medians of ${values.rounds} pairs`,
			await compare(name, few, many),
		)
} finally {
	await Promise.all([few.server.stop(), many.server.stop()])
}
