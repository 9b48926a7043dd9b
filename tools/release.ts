import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { archiveFolder } from './release/archive-folder.ts'
import { findReleaseProblems, findSection, isVersion } from './release/find-release-problems.ts'
import { releaseTag } from './release/release-tag.ts'
import { statingFiles, writeVersion } from './release/stated-versions.ts'

/**
 * Makes the files of a release in release/VERSION: the package, the recipe of the image, the notes and checksums. Refuses a checkout
 * that is not as it is committed, a version without a section in CHANGELOG.md, and one that has a tag. Nothing is published.
 *
 * Run: `npm run release -- [--check] [--tag] [--set-version 1.2.3]`. `--check` says what is in the way and makes nothing; `--tag` sets
 * the annotated tag; `--set-version` writes a version into all files that state it, those of the packages too, and ends.
 */
const { values } = parseArgs({
	options: { check: { type: 'boolean' }, tag: { type: 'boolean' }, 'set-version': { type: 'string' } },
})
const root = fileURLToPath(new URL('..', import.meta.url))
const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' })
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const textsOf = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, read(path)]))

const named = git('ls-files', 'README.md', 'docs/*.md', 'deploy', 'packages/*/README.md').split('\n').filter(Boolean)
const next = values['set-version']
if (next !== undefined) {
	if (!isVersion(next)) {
		console.error(`"${next}" is not of the form 1.2.3.`)
		process.exit(1)
	}
	console.log(`Version ${next} in:\n${writeVersion(root, next, named).join('\n') || 'No file changed.'}`)
	process.exit(0)
}

const { version } = JSON.parse(read('package.json')) as { version: string }
const changelog = read('CHANGELOG.md')
const problems = findReleaseProblems({
	version,
	stating: textsOf(statingFiles),
	changelog,
	status: git('status', '--porcelain'),
	tags: git('tag', '--list').split('\n'),
	today: new Date().toISOString().slice(0, 10),
	documents: textsOf(named),
})
if (problems.length > 0) {
	console.error(problems.join('\n'))
	process.exit(1)
}
if (values.check) {
	console.log(`Plaudit ${version} can be released.`)
	process.exit(0)
}

const folder = join(root, 'release', version)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
// The script "prepack" builds first.
execFileSync('npm', ['pack', '--loglevel=error', '--pack-destination', folder], { cwd: root, stdio: 'inherit' })
for (const name of ['Dockerfile', 'compose.yaml']) copyFileSync(join(root, name), join(folder, name))
archiveFolder({ root, folder: 'deploy', file: join(folder, `plaudit-${version}-deploy.tar.gz`) })
writeFileSync(join(folder, 'NOTES.md'), `# Plaudit ${version}\n\n${findSection(changelog, version)?.text}\n`)
const sums = readdirSync(folder)
	.sort()
	.map(
		(name) =>
			`${createHash('sha256')
				.update(readFileSync(join(folder, name)))
				.digest('hex')}  ${name}\n`,
	)
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))

const tag = releaseTag(version)
console.log(`release/${version}: ${readdirSync(folder).join(', ')}`)
console.log(`The image: docker build -t plaudit:${version} release/${version}`)
if (values.tag) {
	git('tag', '--annotate', tag, '--message', `Plaudit ${version}`)
	console.log(`The tag ${tag} is set here. Publish it with: git push origin ${tag}`)
} else console.log(`The tag: git tag --annotate ${tag} --message "Plaudit ${version}"`)
