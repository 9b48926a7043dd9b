import { execFileSync } from 'node:child_process'

/** A change: the commit it is compared with and its files, as paths from the root. Without a base there are no files. */
export type Change = { base: string | null; files: string[]; reason: string }

/** Hours before the last commit in which commits of a branch that is already pushed count as one change. */
const pushedHours = 4

/**
 * Reads what changed since the merge base with the last landed commit: `given`, else the remote's main branch. On an unchanged
 * checkout of that branch the change is its last four hours. Files that are not committed belong to the change.
 */
export function readChange(root: string, given?: string): Change {
	const git = (...args: string[]) => tryGit(root, args)
	const head = git('rev-parse', 'HEAD')
	if (!head) return { base: null, files: [], reason: 'this folder is no git checkout' }
	const remote =
		git('rev-parse', '--verify', '--quiet', 'origin/HEAD') ?? git('rev-parse', '--verify', '--quiet', 'origin/main')
	const isChanged = remote !== head || git('status', '--porcelain') !== undefined
	const landed = given ?? (remote && isChanged ? remote : git('rev-list', '-1', `--before=${earlier(git)}`, 'HEAD'))
	const base = landed ? git('merge-base', landed, 'HEAD') : undefined
	if (!base) return { base: null, files: [], reason: `there is no common commit with ${given ?? 'an earlier state'}` }
	const committed = git('diff', '--name-only', '--no-renames', base) ?? ''
	const untracked = git('ls-files', '--others', '--exclude-standard') ?? ''
	const files = [...new Set(`${committed}\n${untracked}`.split('\n').filter(Boolean))].sort()
	return { base, files, reason: `since ${base.slice(0, 8)}` }
}

function earlier(git: (...args: string[]) => string | undefined): string {
	const seconds = Number(git('log', '-1', '--format=%ct', 'HEAD'))
	return new Date((seconds - pushedHours * 3600) * 1000).toISOString()
}

function tryGit(root: string, args: string[]): string | undefined {
	try {
		const text = execFileSync('git', args, {
			cwd: root,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
			maxBuffer: 2 ** 28,
		})
		return text.trim() || undefined
	} catch {
		return undefined
	}
}
