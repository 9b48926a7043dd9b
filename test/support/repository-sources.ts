import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url))

/** The text of each file of the repository whose path matches, by path; with files that are not committed. */
export function repositorySources(path: RegExp): Map<string, string> {
	const list = ['ls-files', '--cached', '--others', '--exclude-standard']
	const files = execFileSync('git', list, { cwd: repositoryRoot, encoding: 'utf8' }).trim().split('\n')
	return new Map(
		files
			.filter((file) => path.test(file) && existsSync(join(repositoryRoot, file)))
			.map((file) => [file, readFileSync(join(repositoryRoot, file), 'utf8')]),
	)
}
