import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { quantile } from '#bench/figure.ts'
import { fetchAnonKey } from '#test/support/official-client.ts'
import { plaudit, startServer } from '#test/support/server-process.ts'

/**
 * Measures whether response times of auth/v1 reveal a registered address: requests for known and unknown addresses in
 * random order, compared by body, status, median and Mann-Whitney test. Run: `node tools/enumeration-timing.ts
 * --samples 2000`. Exits 1 when known and unknown addresses differ.
 */
const { values } = parseArgs({
	options: { samples: { type: 'string', default: '2000' }, only: { type: 'string' } },
})
const samples = Number(values.samples)
const toleranceMs = 2

const server = await startServer({ RATE_LIMITS: 'off', MAIL_AUTOCONFIRM: 'off' })
const base = `${server.url.replace('localhost', '127.0.0.1')}/auth/v1`
const anonKey = await fetchAnonKey(server.url)
const { serviceRoleKey } = JSON.parse(await plaudit(server, ['keys', '--json'])) as {
	serviceRoleKey: string
}
const password = 'five days of paddling'
const stranger = () => `${randomUUID()}@skerry.example`

async function post(path: string, body: object, key = anonKey): Promise<[number, string]> {
	const response = await fetch(`${base}${path}`, {
		method: 'POST',
		headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})
	return [response.status, await response.text()]
}

/** Registered addresses; a single one would stay in every cache. */
const known: string[] = []
for (let i = 0; i < 50; i++) {
	const email = stranger()
	await post('/admin/users', { email, password, email_confirm: true }, serviceRoleKey)
	known.push(email)
}
const someone = () => known[Math.floor(Math.random() * known.length)] ?? ''

const requests: Record<string, (email: string) => Promise<[number, string]>> = {
	recover: (email) => post('/recover', { email }),
	resend: (email) => post('/resend', { type: 'signup', email }),
	otp: (email) => post('/otp', { email }),
	password: (email) => post('/token?grant_type=password', { email, password: 'not this one' }),
	signup: (email) => post('/signup', { email, password }),
}

let isGood = true
for (const [name, ask] of Object.entries(requests)) {
	if (values.only && !values.only.split(',').includes(name)) continue
	const times = { known: [] as number[], unknown: [] as number[] }
	const answers = { known: new Set<string>(), unknown: new Set<string>() }
	const turns = [...Array(samples).fill('known'), ...Array(samples).fill('unknown')]
	for (let i = 0; i < 20; i++) await ask(i % 2 ? someone() : stranger())
	for (const who of shuffle(turns) as ('known' | 'unknown')[]) {
		const email = who === 'known' ? someone() : stranger()
		const started = performance.now()
		const [status, body] = await ask(email)
		times[who].push(performance.now() - started)
		answers[who].add(`${status} ${shapeOf(body, email)}`)
	}
	const medians = { known: quantile(times.known, 0.5), unknown: quantile(times.unknown, 0.5) }
	const p = mannWhitney(times.known, times.unknown)
	// A repeated sign-up returns a made-up user by contract, so only the status must be equal there.
	const seenBy = (who: 'known' | 'unknown') =>
		[...answers[who]]
			.map((answer) => (name === 'signup' ? answer.slice(0, 3) : answer))
			.sort()
			.join()
	const isSame = seenBy('known') === seenBy('unknown')
	const isClose = p > 0.01 || Math.abs(medians.known - medians.unknown) <= toleranceMs
	isGood &&= isSame && isClose
	const row = { name, samples, ...round(medians), p: Number(p.toPrecision(2)), isSame, isClose }
	console.log(JSON.stringify(row))
	if (!isSame) console.log([...answers.known], [...answers.unknown])
}
await server.stop()
process.exit(isGood ? 0 : 1)

/** A body without the values that differ between any two users. */
function shapeOf(body: string, email: string): string {
	return body
		.replaceAll(email, 'EMAIL')
		.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
		.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
}

function shuffle<T>(items: T[]): T[] {
	for (let i = items.length - 1; i > 0; i--) {
		const j = Math.floor(Math.random() * (i + 1))
		;[items[i], items[j]] = [items[j] as T, items[i] as T]
	}
	return items
}

function round(medians: { known: number; unknown: number }) {
	return { known: Number(medians.known.toFixed(2)), unknown: Number(medians.unknown.toFixed(2)) }
}

/** Two-sided p value of the rank sum test by its normal approximation, which needs a few dozen samples. */
function mannWhitney(a: number[], b: number[]): number {
	const ranked = [...a.map((time) => ({ time, a: 1 })), ...b.map((time) => ({ time, a: 0 }))]
	ranked.sort((one, other) => one.time - other.time)
	const rankSum = ranked.reduce((sum, { a: isA }, index) => sum + isA * (index + 1), 0)
	const u = rankSum - (a.length * (a.length + 1)) / 2
	const mean = (a.length * b.length) / 2
	const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
	return 2 * (1 - normal(Math.abs(u - mean) / deviation))
}

/** Normal distribution function (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
	const t = 1 / (1 + 0.2316419 * z)
	const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
	return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * poly
}
