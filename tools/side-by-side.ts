import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { lastReleaseTag } from '#tools/release/release-tag.ts'
import { type Round, runRound } from './side-by-side/round.ts'

/**
 * Runs an earlier version and this one together on one PostgreSQL 15: the earlier one serves under load while this one migrates, then
 * both serve, then this one alone. Counts submissions that were lost or stored twice, approvals that subscribers of either node missed,
 * answers that no client should get, and columns, functions and rights of the earlier schema that the present one lacks. Exits 1 for any.
 *
 * Run: `node tools/side-by-side.ts [--old GITREF] [--in FOLDER] [--seconds 20] [--rate 250] [--rounds 10]`. GITREF is by default the tag of
 * the last release, and before the first one the commit before the last migration was added; the first line of the output names it. FOLDER
 * keeps its checkout and build for the next run; without it both are removed. With a rate, so many visitors a second send to the earlier
 * version, also while it does not answer. Each round begins with a new cluster.
 */
const { values } = parseArgs({
	options: {
		old: { type: 'string' },
		in: { type: 'string' },
		seconds: { type: 'string', default: '20' },
		rate: { type: 'string' },
		rounds: { type: 'string', default: '1' },
	},
})
const root = fileURLToPath(new URL('..', import.meta.url))
const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()
const { ref, reason } = values.old ? { ref: values.old, reason: '--old' } : earlierVersion()
const folder = values.in ?? (await mkdtemp(join(tmpdir(), 'plaudit-version-'))).concat('/checkout')
const seconds = Number(values.seconds)
const rate = values.rate ? Number(values.rate) : undefined
const rounds = Number(values.rounds)
console.log(JSON.stringify({ ref, reason, seconds, rate, rounds }))
prepareVersion(ref, folder)

const finished: Round[] = []
for (let number = 1; number <= rounds; number++) {
	try {
		const round = await runRound({ folder, seconds, rate })
		finished.push(round)
		console.log(JSON.stringify(round.details, null, '\t'))
		console.log(JSON.stringify(round.verdict))
	} catch (error) {
		console.error(`Round ${number} failed:`, error)
	}
}
const good = finished.filter(({ verdict: { acknowledged: _, ...faults } }) =>
	Object.values(faults).every((count) => count === 0),
)
console.log(JSON.stringify({ rounds, finished: finished.length, good: good.length }))
if (!values.in) {
	removeVersion(folder)
	await rm(join(folder, '..'), { recursive: true, force: true })
}
process.exit(good.length === rounds ? 0 : 1)

/** The tag of the last release; before the first, the commit before the last one that added a migration. */
function earlierVersion(): { ref: string; reason: string } {
	const tag = lastReleaseTag(root)
	if (tag) return { ref: tag, reason: 'the tag of the last release' }
	const added = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'db/migrations')
	return {
		ref: git('rev-parse', `${added}^`),
		reason: 'no release is tagged: the commit before the last new migration',
	}
}

/**
 * Checks a version out beside this one, installs what its lock file lists, and builds it. A folder that has it already is used as it is.
 * Packages are hard links to those of this version when the lock file is the same.
 */
function prepareVersion(ref: string, folder: string): void {
	if (!existsSync(folder)) git('worktree', 'add', '--quiet', '--detach', folder, ref)
	const isSameLock = readFileSync(join(folder, 'package-lock.json')).equals(
		readFileSync(join(root, 'package-lock.json')),
	)
	if (isSameLock && !existsSync(join(folder, 'node_modules')))
		execFileSync('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')])
	// The build installs packages that are missing.
	execFileSync('node', ['bootstrap/build.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Removes the checkout of a version. */
function removeVersion(folder: string): void {
	git('worktree', 'remove', '--force', folder)
}
