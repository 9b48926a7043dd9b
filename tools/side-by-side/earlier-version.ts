import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lastReleaseTag } from '#tools/release/release-tag.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()

/** The tag of the last release; before the first, the commit before the last one that added a migration. */
export function earlierVersion(): { ref: string; reason: string } {
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
export function prepareVersion(ref: string, folder: string): void {
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
export function removeVersion(folder: string): void {
	git('worktree', 'remove', '--force', folder)
}
