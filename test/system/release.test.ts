import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { drawStrut } from '#bootstrap/fonts.mjs'
import { archiveFolder } from '#tools/release/archive-folder.ts'
import { findReleaseProblems, findSection } from '#tools/release/find-release-problems.ts'
import { lastReleaseTag } from '#tools/release/release-tag.ts'

const changelog =
	'# Changelog\n\n## 1.3.0 · unreleased\n- Next.\n\n## 1.2.0 · 2026-11-20\nWords.\n\n### Notes\n- One.\n\n## 1.1.0 · 2026-10-01\n- Old.\n'
const checkout = {
	version: '1.2.0',
	lockedVersion: '1.2.0',
	changelog,
	status: '',
	tags: ['v1.1.0', ''],
	today: '2026-11-30',
	documents: { 'README.md': 'npm install ./plaudit-1.2.0.tgz, image plaudit:1.2.0.' },
}

/** An empty repository that is removed after the test, and `git` in it. */
function createRepository(prefix: string) {
	const folder = mkdtempSync(join(tmpdir(), prefix))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	const git = (...args: string[]) =>
		execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], {
			stdio: 'ignore',
		})
	git('init')
	return { folder, git }
}

it('a committed checkout with a dated section, and without a tag, can be released', () => {
	expect(findReleaseProblems(checkout)).toEqual([])
	expect(findSection(changelog, '1.2.0')).toEqual({ date: '2026-11-20', text: 'Words.\n\n### Notes\n- One.' })
})

it.each([
	[
		'uncommitted changes',
		{ status: ' M src/a.ts\n?? b\n' },
		'The checkout has changes that are not committed:\n M src/a.ts\n?? b',
	],
	['a tag that exists', { tags: ['v1.2.0'] }, 'The tag v1.2.0 exists: raise the version in package.json.'],
	['another version in the lock file', { lockedVersion: '1.1.0' }, 'package-lock.json is of version 1.1.0'],
	[
		'no section',
		{ version: '1.2.1', lockedVersion: '1.2.1', documents: {} },
		'CHANGELOG.md has no section "## 1.2.1 · 2026-11-30".',
	],
	[
		'a section without a day',
		{ version: '1.3.0', lockedVersion: '1.3.0', documents: {} },
		'CHANGELOG.md says "unreleased" for 1.3.0: write the day, 2026-11-30.',
	],
	['a day to come', { today: '2026-11-19' }, 'CHANGELOG.md says "2026-11-20" for 1.2.0'],
	[
		'an old name of the package',
		{ documents: { 'README.md': './plaudit-1.1.0.tgz' } },
		'README.md names plaudit-1.1.0: it has to be 1.2.0.',
	],
	['an old image', { documents: { 'a.yaml': 'image: x.example/plaudit:1.1.9' } }, 'a.yaml names plaudit:1.1.9'],
	['a version that is none', { version: 'next' }, 'The version "next" of package.json is not of the form 1.2.3.'],
])('%s is refused in one line', (_, change, problem) => {
	expect(findReleaseProblems({ ...checkout, ...change })).toEqual([expect.stringContaining(problem)])
})

it('this checkout names one version everywhere, and its section stands first in CHANGELOG.md', () => {
	const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
	const { version } = JSON.parse(read('package.json'))
	const paths = [
		'README.md',
		'docs/self-hosting.md',
		'deploy/kubernetes/deployment.yaml',
		'deploy/systemd/plaudit.service',
	]
	const found = findReleaseProblems({
		...checkout,
		version,
		lockedVersion: JSON.parse(read('package-lock.json')).version,
		changelog: `## ${version} · 2026-01-01\n`,
		documents: Object.fromEntries(paths.map((path) => [path, read(path)])),
	})
	expect(found).toEqual([])
	expect(/^## (\S+) · /m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
})

it('each command of package.json begins on a Node.js that reads no TypeScript', () => {
	const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
	expect(Object.values(scripts).filter((script) => /^node .*\.ts\b/.test(String(script)))).toEqual([])
})

it('the font that the build draws has the same bytes at another time', async () => {
	onTestFinished(() => {
		vi.useRealTimers()
	})
	const drawAt = (day: string) => {
		vi.useFakeTimers({ toFake: ['Date'], now: new Date(day) })
		return drawStrut()
	}
	const [first, second] = [await drawAt('2026-11-30'), await drawAt('2027-01-01')]
	expect(first.length).toBeGreaterThan(500)
	expect(first.equals(second)).toBe(true)
})

it('the archive of deploy has the committed files alone, and the same bytes from each clone', () => {
	const { folder: root, git } = createRepository('plaudit-arch ü ')
	mkdirSync(join(root, 'deploy'))
	writeFileSync(join(root, 'deploy', 'a.yaml'), 'a: 1\n')
	git('add', '.')
	git('commit', '-m', 'x')
	writeFileSync(join(root, 'deploy', 'secret.yaml'), 'left here\n')
	const clone = join(root, 'clone')
	git('clone', root, clone)
	utimesSync(join(clone, 'deploy', 'a.yaml'), 1, 1)
	const [here, there] = [root, clone].map((from) => {
		const file = join(from, 'deploy.tar.gz')
		archiveFolder({ root: from, folder: 'deploy', file })
		return readFileSync(file)
	})
	expect(here?.equals(there ?? Buffer.alloc(0))).toBe(true)
	const listed = execFileSync('tar', ['-tzf', join(root, 'deploy.tar.gz')], { encoding: 'utf8' })
	expect(listed.trim().split('\n')).toEqual(['deploy/', 'deploy/a.yaml'])
})

it('the last release is the nearest tag of a version before the commit', () => {
	const { folder, git } = createRepository('plaudit-tags-')
	const commit = () => git('commit', '--allow-empty', '-m', 'x')
	commit()
	expect(lastReleaseTag(folder)).toBeUndefined()
	git('tag', 'v0.2.0')
	commit()
	git('tag', 'vendor-copy')
	commit()
	expect(lastReleaseTag(folder)).toBe('v0.2.0')
	git('tag', '-a', 'v0.3.0', '-m', 'x')
	expect(lastReleaseTag(folder)).toBe('v0.2.0')
	commit()
	expect(lastReleaseTag(folder)).toBe('v0.3.0')
})
