import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readChange } from '#tools/affected-tests/changed-files.ts'

let folder: string
let upstream: string
let clone: string

const git = (cwd: string, ...args: string[]) =>
	execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' }).trim()

/** Commits a file as of some hours ago. */
function commit(cwd: string, name: string, hoursAgo: number): string {
	const date = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
	writeFileSync(join(cwd, name), `${name} ${hoursAgo}`)
	git(cwd, 'add', '.')
	const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.test']
	const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
	execFileSync('git', [...author, 'commit', '-qm', name], { cwd, env })
	return git(cwd, 'rev-parse', 'HEAD')
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'plaudit-git-'))
	upstream = join(folder, 'upstream')
	clone = join(folder, 'clone')
	mkdirSync(upstream)
	git(upstream, 'init', '-q', '-b', 'main')
	commit(upstream, 'old.ts', 100)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('the change is what differs from the merge base with the remote, with files that are not committed', () => {
	const base = git(upstream, 'rev-parse', 'HEAD')
	git(folder, 'clone', '-q', upstream, 'clone')
	git(clone, 'checkout', '-qb', 'topic')
	commit(clone, 'committed.ts', 50)
	writeFileSync(join(clone, 'old.ts'), 'changed')
	writeFileSync(join(clone, 'new.ts'), '')
	expect(readChange(clone)).toMatchObject({ base, files: ['committed.ts', 'new.ts', 'old.ts'] })
})

it('on a branch that is pushed already, the change is its last four hours', () => {
	const base = commit(upstream, 'yesterday.ts', 24)
	commit(upstream, 'one.ts', 2)
	commit(upstream, 'two.ts', 0)
	git(folder, 'clone', '-q', upstream, 'clone')
	expect(readChange(clone)).toMatchObject({ base, files: ['one.ts', 'two.ts'] })
})

it('a named base is taken, and one that is unknown gives no change, in words', () => {
	commit(upstream, 'one.ts', 2)
	expect(readChange(upstream, 'HEAD~1').files).toEqual(['one.ts'])
	expect(readChange(upstream, 'nowhere')).toEqual({
		base: null,
		files: [],
		reason: 'there is no common commit with nowhere',
	})
})

it('a clone of one commit, and a folder without git, give no change, in words', () => {
	commit(upstream, 'one.ts', 2)
	git(folder, 'clone', '-q', '--depth=1', `file://${upstream}`, 'clone')
	expect(readChange(clone)).toMatchObject({ base: null, reason: 'there is no common commit with an earlier state' })
	rmSync(join(clone, '.git'), { recursive: true })
	expect(readChange(clone)).toMatchObject({ base: null, reason: 'this folder is no git checkout' })
})

it('a deleted and a renamed file belong to the change by both names', () => {
	git(folder, 'clone', '-q', upstream, 'clone')
	git(clone, 'mv', 'old.ts', 'moved.ts')
	expect(readChange(clone).files).toEqual(['moved.ts', 'old.ts'])
})
