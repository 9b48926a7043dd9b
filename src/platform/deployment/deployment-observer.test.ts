import { readFile } from 'node:fs/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { asOwner } from '#test/support/test-database.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'
import { createDeploymentObserver } from './deployment-observer.ts'
import { findingCodes, findings } from './findings.ts'

let opened: TestDeps
beforeAll(async () => {
	opened = await openTestDeps({ SITE_URL: 'https://praise.example.com' })
})
afterAll(() => opened.close())

/** An observer of the test's database, and the lines that it logs. */
function observer(settings: Partial<TestDeps['deps']['config']> = {}) {
	const lines: { finding: string; level: number; msg: string }[] = []
	const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
	return { lines, ...createDeploymentObserver({ ...opened.deps.config, ...settings }, opened.deps.db, log) }
}
const relayed = { headers: { 'x-forwarded-for': '198.51.100.77' }, socket: { remoteAddress: '127.0.0.1' } }

it('each finding is logged once for a process, with its code and remedy and without an address of a visitor', async () => {
	const { lines, observe, follow, find } = observer()
	const end = follow()
	await vi.waitFor(() => expect(lines.map(({ finding }) => finding)).toEqual(['no_backups']))
	for (let at = 0; at < 5000; at++) observe(relayed, '/', 200)
	end()
	follow()()
	for (let look = 0; look < 3; look++) expect(await find()).toEqual(['proxy_not_trusted', 'no_backups'])
	expect(lines.map(({ finding }) => finding)).toEqual(['no_backups', 'proxy_not_trusted'])
	expect(lines[1]?.msg).toContain('Set TRUSTED_PROXIES to the address')
	expect(JSON.stringify(lines)).not.toContain('198.51.100')
})

it('a finding in IGNORE_FINDINGS is neither logged nor shown', async () => {
	const { lines, observe, find } = observer({ IGNORE_FINDINGS: ['proxy_not_trusted', 'no_backups'] })
	for (let at = 0; at < 500; at++) observe(relayed, '/', 200)
	expect([await find(), await find(['proxy_not_trusted', 'host_differs']), lines]).toEqual([[], ['host_differs'], []])
})

it('/metrics shows each finding of the server as 0 or 1', async () => {
	const readFinding = (text: string, code: string) =>
		new RegExp(`^plaudit_deployment_finding\\{code="${code}"\\} (\\d)$`, 'm').exec(text)?.[1]
	const before = await opened.deps.metrics.render()
	expect(readFinding(before, 'no_backups')).toBe('1')
	expect(readFinding(before, 'backup_check_failed')).toBe('0')
	expect(readFinding(before, 'body_limit')).toBeUndefined()
	await asOwner(
		opened.database,
		"insert into plaudit.backups (name, finished_at, check_started_at, problem) values ('one', now(), now(), 'A table is not there.')",
	)
	const after = await opened.deps.metrics.render()
	expect([readFinding(after, 'no_backups'), readFinding(after, 'backup_check_failed')]).toEqual(['0', '1'])
	await asOwner(opened.database, 'delete from plaudit.backups')
})

it.each([
	['an hour ahead of', 3_600_000, true],
	['an hour behind', -3_600_000, true],
	['ten seconds ahead of', 10_000, false],
])('a clock that is %s the clock of the database is found: %s ms, %s', async (_, shift, isFound) => {
	const { find } = observer()
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + shift })
	try {
		expect((await find()).includes('database_clock_differs')).toBe(isFound)
	} finally {
		vi.useRealTimers()
	}
})

it('docs/findings.md lists every finding with its sentence and remedy', async () => {
	const document = await readFile(new URL('../../../docs/findings.md', import.meta.url), 'utf8')
	const rows = document.split('\n').filter((line) => /^\| `\w+` \|/.test(line))
	expect(rows).toEqual(
		findingCodes.map((code) => {
			const { sentence, remedy, state, by } = findings[code]
			const seen = by === 'doctor' ? '`plaudit doctor`' : 'the server'
			return `| \`${code}\` | ${sentence} | ${remedy} | ${seen} | ${state === 'fails' ? 'wrong' : 'look'} |`
		}),
	)
})
