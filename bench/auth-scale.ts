import { parseArgs } from 'node:util'
import { startServer } from '#test/server.ts'
import { type AuthCost, measureRefresh, measureUser } from './auth.ts'
import { addPeople, settle } from './auth-people.ts'
import { signInOf } from './auth-sign-in.ts'
import { atLeast, type Figure, plain, printSection } from './figure.ts'

/**
 * Does auth/v1 stay as quick when an installation grows? A small and a large one side by side, asked in turns, so that
 * whatever else the machine does meets both. Run: `node bench/auth-scale.ts --users 1000000`.
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

/** An installation with so many people. */
async function installation(count: number) {
	const server = await startServer({ RATE_LIMITS: 'off' })
	for (let made = 0; made < count; made += batch)
		await addPeople(server, Math.min(batch, count - made))
	const signIn = await signInOf(server, 4)
	await settle(server)
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

/** The medians of one kind of request, large against small. */
async function compare(name: string, few: Installation, many: Installation): Promise<Figure[]> {
	const measure = requests[name] as (typeof requests)[string]
	await measure(few)
	await measure(many)
	const pairs: [AuthCost, AuthCost][] = []
	for (let round = 0; round < Number(values.rounds); round++) {
		// Whoever comes second finds a warmer or a busier machine: both take turns in coming first.
		const first = round % 2 ? many : few
		const one = await measure(first)
		const other = await measure(first === few ? many : few)
		pairs.push(first === few ? [one, other] : [other, one])
	}
	const ratio = (of: (cost: AuthCost) => number) =>
		median(pairs.map(([before, after]) => of(after) / of(before)))
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
