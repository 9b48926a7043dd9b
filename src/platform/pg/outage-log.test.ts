import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOutageLog } from './outage-log.ts'
import { ReadOnlyServer } from './pg-errors.ts'

let clock: number
beforeEach(() => {
	clock = 0
	vi.spyOn(performance, 'now').mockImplementation(() => clock)
})
afterEach(() => vi.restoreAllMocks())

/** The lines of an outage log, and the log itself. */
function openOutageLog() {
	const lines: unknown[][] = []
	const note =
		(level: string) =>
		(fields: object, text: string): void => {
			const { err: _, ...rest } = fields as { err?: unknown }
			lines.push([level, text, rest])
		}
	const log = { warn: note('warn'), info: note('info') } as never
	return { lines, ...createOutageLog(log) }
}
const away = ['warn', 'the database is away or busy: what needs it is answered 503 meanwhile', {}]
const refused = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

it('a thousand failures of one outage are one line, and its end is another one with their number', () => {
	const { lines, failed, lost, answered } = openOutageLog()
	for (clock = 0; clock < 1000; clock++) failed(refused())
	lost(new Error('ended'))
	expect(lines).toEqual([away])
	clock = 2000
	for (let count = 0; count < 10; count++) answered()
	expect(lines).toEqual([away, ['info', 'the database answers again', { seconds: 1, failures: 1000 }]])
})

it('a database that fails and answers in turn is one outage', () => {
	const { lines, failed, answered } = openOutageLog()
	for (clock = 0; clock < 10_000; clock += 500) {
		failed(refused())
		answered()
	}
	expect(lines).toEqual([away])
})

it('a refused statement is no outage, and shows that the database answers', () => {
	const { lines, failed } = openOutageLog()
	const constraint = () => Object.assign(new Error('duplicate key'), { code: '23505', severity: 'ERROR' })
	failed(constraint())
	failed(new Error('a fault of ours'))
	expect(lines).toEqual([])
	failed(refused())
	clock = 1500
	failed(new Error('a fault of ours'))
	expect(lines).toEqual([away])
	failed(constraint())
	expect(lines).toEqual([away, ['info', 'the database answers again', { seconds: 0, failures: 1 }]])
})

it('connections that end one by one are one line, although others answer meanwhile, and a later one is another line', () => {
	const { lines, lost, answered } = openOutageLog()
	for (clock = 0; clock < 5000; clock += 500) {
		lost(new Error('ended'))
		answered()
	}
	expect(lines).toEqual([['warn', 'database connection lost', {}]])
	clock = 9000
	lost(new Error('ended'))
	expect(lines).toHaveLength(2)
})

it('reads do not end an outage of a database that takes no writes; it ends once the database says that it takes them', async () => {
	const { lines, failed, answered } = openOutageLog()
	let isWritable = false
	const takesWrites = vi.fn(async () => isWritable)
	for (clock = 0; clock < 20_000; clock += 100) {
		if (clock % 5000 === 0) failed(new ReadOnlyServer('the database takes no writes'))
		answered(takesWrites)
		await Promise.resolve()
	}
	// A refused statement shows nothing about writes, either.
	failed(Object.assign(new Error('duplicate key'), { code: '23505', severity: 'ERROR' }))
	expect(lines).toEqual([away])
	expect(takesWrites.mock.calls.length).toBeLessThanOrEqual(20)
	isWritable = true
	clock += 1000
	answered(takesWrites)
	await vi.waitFor(() =>
		expect(lines).toEqual([away, ['info', 'the database answers again', { seconds: 15, failures: 4 }]]),
	)
})
