import { execFileSync } from 'node:child_process'

/** The name of the tag of a version. */
export const releaseTag = (version: string): string => `v${version}`

/** The tag of the last release before the checked-out commit; nothing before the first. */
export function lastReleaseTag(folder: string): string | undefined {
	try {
		const args = ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^']
		return execFileSync('git', ['-C', folder, ...args], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}).trim()
	} catch {
		return undefined
	}
}
