import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Server, startServer } from '#test/support/server-process.ts'
import { checkSeeds } from './wire-fuzz/check-seeds.ts'
import { mutateRequest, type RawRequest } from './wire-fuzz/mutate-request.ts'
import { pick, randomFrom } from './wire-fuzz/mutate-text.ts'
import { prepareValues } from './wire-fuzz/prepare-values.ts'
import { seedRequest } from './wire-fuzz/seed-request.ts'
import { fuzzSettings, seeds, type Wire } from './wire-fuzz/seeds.ts'
import { bytesOf, type Outcome, send } from './wire-fuzz/send-request.ts'

/**
 * Sends malformed HTTP requests: none may crash the server, stay unanswered, cause an undeclared 5xx or leak memory.
 * A valid request that is refused before it is mutated also fails the run, since its mutations would be refused as early.
 * Run: `node tools/wire-fuzz.ts [--seconds 20] [--requests 15000] [--wire rest,auth] [--seed 1]`. Exits 1 and prints
 * a minimal request for each finding.
 */
const { values: options } = parseArgs({
	options: {
		seconds: { type: 'string' },
		requests: { type: 'string' },
		wire: { type: 'string' },
		seed: { type: 'string' },
	},
})
const seconds = Number(options.seconds ?? 20)
const maxRequests = Number(options.requests ?? Number.POSITIVE_INFINITY)
const wires = (options.wire?.split(',') ?? Object.keys(seeds)) as Wire[]
const seed = Number(options.seed ?? Date.now() % 1_000_000)
const atOnce = 8

/** Declared 5xx: storage full, database unavailable, timeout, and PostgreSQL's codes for exceeded limits. */
const declaredStatuses = new Set([501, 503, 504, 507, 546])
const declaredCodes = /"code":"(57014|54001|54000|55\d{3}|53\d{3}|PGRST1[12][12])"/

type Finding = { request: RawRequest; outcome: Outcome; times: number }

const random = randomFrom(seed)
const server = await startServer(fuzzSettings)
try {
	process.exitCode = (await fuzz(server)) ? 1 : 0
} finally {
	await server.stop()
}

async function fuzz(running: Server): Promise<boolean> {
	const url = new URL(running.url.replace('localhost', '127.0.0.1'))
	const refused = await checkSeeds(url, wires, await prepareValues(running, random))
	for (const line of refused) console.log(`✗ ${line}`)
	if (refused.length > 0) return true
	// The check has used up what counts once.
	const { fill, identities } = await prepareValues(running, random)
	const findings = new Map<string, Finding>()
	const statuses = new Map<string, number>()
	const memory: number[] = []
	let sent = 0
	const begun = performance.now()
	const end = begun + seconds * 1000
	const sampler = setInterval(async () => memory.push(await residentOf(running.pid)), 1000)
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			while (performance.now() < end && sent < maxRequests) {
				sent++
				const wire = pick(random, wires)
				const request = mutateRequest(
					random,
					seedRequest(wire, fill(pick(random, seeds[wire])), pick(random, identities)),
				)
				const outcome = await send(url, request)
				const status = outcome.kind === 'answer' ? outcome.status : outcome.kind
				statuses.set(`${wire} ${status}`, (statuses.get(`${wire} ${status}`) ?? 0) + 1)
				if (!isFault(request, outcome)) continue
				const name = nameOf(wire, request, outcome)
				const known = findings.get(name)
				if (known) known.times++
				else findings.set(name, { request, outcome, times: 1 })
			}
		}),
	)
	clearInterval(sampler)
	const alive = await fetch(`${running.url}/ready`).then(
		(response) => response.ok,
		() => false,
	)
	for (const [name, finding] of findings) await report(running, url, name, finding)
	const grown = growth(memory)
	console.log(
		`seed ${seed}: ${sent} requests in ${Math.round((performance.now() - begun) / 1000)} s, ${findings.size} findings; ready afterwards: ${alive}`,
	)
	console.log(
		[...statuses]
			.sort()
			.map(([name, times]) => `${name}: ${times}`)
			.join(', '),
	)
	console.log(
		`memory: ${memory[0]} MiB at first, ${memory.at(-1)} at last, ${Math.max(...memory)} at most; growth ${grown} MiB`,
	)
	if (!alive) console.log(`last output of the server:\n${running.output().slice(-5000)}`)
	return findings.size > 0 || !alive || grown > 100
}

function isFault(request: RawRequest, outcome: Outcome): boolean {
	// A request with a content-length above its body correctly waits for the rest.
	if (outcome.kind === 'silent') return !announcesMore(request)
	if (outcome.kind === 'closed') return false
	return outcome.status >= 500 && !declaredStatuses.has(outcome.status) && !declaredCodes.test(outcome.body)
}

function announcesMore({ headers, cutAt, method }: RawRequest): boolean {
	return (
		cutAt !== undefined ||
		method === 'CONNECT' ||
		headers.some(([name]) => ['content-length', 'transfer-encoding', 'expect', 'upgrade'].includes(name))
	)
}

function nameOf(wire: Wire, { method, target }: RawRequest, outcome: Outcome): string {
	const place = target.split('?')[0]?.split('/').slice(0, 5).join('/')
	const what = outcome.kind === 'answer' ? `${outcome.status} ${outcome.body.slice(0, 160)}` : outcome.kind
	return `${wire} ${method.slice(0, 10)} ${place?.slice(0, 60)}: ${what}`
}

/** Prints the smallest request that still reproduces a finding, after removing headers, query and body one by one. */
async function report(running: Server, url: URL, name: string, { request, outcome, times }: Finding): Promise<void> {
	let smallest = request
	const still = async (candidate: RawRequest) => {
		const outcome = await send(url, candidate, 5000)
		if (isFault(candidate, outcome)) smallest = candidate
	}
	for (const header of request.headers)
		await still({ ...smallest, headers: smallest.headers.filter((one) => one !== header) })
	const [path = '', query = ''] = smallest.target.split('?')
	for (const pair of query.split('&')) {
		const [, now = ''] = smallest.target.split('?')
		const rest = now.split('&').filter((one) => one !== pair)
		await still({ ...smallest, target: rest.length > 0 ? `${path}?${rest.join('&')}` : path })
	}
	await still({ ...smallest, body: Buffer.alloc(0) })
	const text = bytesOf(smallest).toString('utf8').slice(0, 1500)
	console.log(
		`\n✗ ${name} (${times} times)${smallest.cutAt === undefined ? '' : `, closed after ${smallest.cutAt} bytes`}\n${text.replace(/eyJ[\w.-]{60,}/g, '<token>')}\n`,
	)
	const id = outcome.kind === 'answer' && /"error_id":"([^"]+)"/.exec(outcome.body)?.[1]
	for (const line of running.output().split('\n')) if (id && line.includes(id)) console.log(line.slice(0, 900))
}

async function residentOf(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
	return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024)
}

/** Growth of the lowest memory from the second to the last third of the run; the first third warms up. */
function growth(memory: readonly number[]): number {
	const third = Math.floor(memory.length / 3)
	if (third < 3) return 0
	return Math.min(...memory.slice(-third)) - Math.min(...memory.slice(third, 2 * third))
}
