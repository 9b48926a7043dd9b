import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { drawStrut } from '#bootstrap/fonts.mjs'
import { archiveFolder } from '#tools/release/archive-folder.ts'
import { findReleaseProblems, findSection } from '#tools/release/find-release-problems.ts'
import { lastReleaseTag } from '#tools/release/release-tag.ts'
import { statingFiles, versionsIn, writeVersion } from '#tools/release/stated-versions.ts'

const changelog =
	'# Changelog\n\n## 1.3.0 · unreleased\n- Next.\n\n## 1.2.0 · 2026-11-20\nWords.\n\n### Notes\n- One.\n\n## 1.1.0 · 2026-10-01\n- Old.\n'
const checkout = {
	version: '1.2.0',
	stating: {
		'package-lock.json':
			'{\n\t"name": "plaudit",\n\t"version": "1.2.0",\n\t"packages": {\n\t\t"": {\n\t\t\t"name": "plaudit",\n\t\t\t"version": "1.2.0",',
	},
	changelog,
	status: '',
	tags: ['v1.1.0', ''],
	today: '2026-11-30',
	documents: { 'README.md': 'npm install ./plaudit-1.2.0.tgz, image plaudit:1.2.0.' },
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const textsOf = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, read(path)]))
/** Files of this repository that name the package or the image with a version. */
const naming = [
	'README.md',
	'docs/self-hosting.md',
	'deploy/kubernetes/deployment.yaml',
	'deploy/systemd/plaudit.service',
	'packages/n8n/README.md',
	'packages/react/README.md',
]

/** The number of lines that differ between two texts of as many lines. */
function changedLines(old: string, next: string): number {
	const lines = next.split('\n')
	expect(lines).toHaveLength(old.split('\n').length)
	return old.split('\n').filter((line, index) => line !== lines[index]).length
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
	[
		'another version in the lock file',
		{
			stating: {
				'package-lock.json': checkout.stating['package-lock.json'].replace(
					'1.2.0",\n\t"packages',
					'1.1.0",\n\t"packages',
				),
			},
		},
		'package-lock.json is of version 1.1.0: run npm run release -- --set-version 1.2.0.',
	],
	[
		'another version in a package',
		{ stating: { 'packages/n8n/package.json': '{\n\t"version": "1.1.0"\n}' } },
		'packages/n8n/package.json is of version 1.1.0',
	],
	[
		'a plugin without a stable tag',
		{ stating: { 'packages/wordpress/plugin/readme.txt': '=== Plaudit ===\n' } },
		'packages/wordpress/plugin/readme.txt is of version undefined',
	],
	[
		'no section',
		{ version: '1.2.1', stating: {}, documents: {} },
		'CHANGELOG.md has no section "## 1.2.1 · 2026-11-30".',
	],
	[
		'a section without a day',
		{ version: '1.3.0', stating: {}, documents: {} },
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
	const { version } = JSON.parse(read('package.json'))
	const found = findReleaseProblems({
		...checkout,
		version,
		stating: textsOf(statingFiles),
		changelog: `## ${version} · 2026-01-01\n`,
		documents: textsOf(naming),
	})
	expect(found).toEqual([])
	expect(/^## (\S+) · /m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
})

it('a version is written into the product, its packages and the names in documents, and nothing else changes', () => {
	const root = mkdtempSync(join(tmpdir(), 'plaudit-version-'))
	onTestFinished(() => rmSync(root, { recursive: true }))
	for (const path of [...statingFiles, ...naming]) {
		mkdirSync(join(root, path, '..'), { recursive: true })
		writeFileSync(join(root, path), read(path))
	}
	const { version } = JSON.parse(read('package.json'))
	expect(writeVersion(root, version, naming)).toEqual([])
	expect(writeVersion(root, '9.8.7', naming).sort()).toEqual([...statingFiles, ...naming].sort())
	const written = (path: string) => readFileSync(join(root, path), 'utf8')
	for (const path of statingFiles) {
		expect([path, ...new Set(versionsIn(path, written(path)))]).toEqual([path, '9.8.7'])
		expect(changedLines(read(path), written(path)), path).toBe(versionsIn(path, read(path)).length)
	}
	expect(written('packages/n8n/README.md')).toContain('n8n-nodes-plaudit-9.8.7.tgz')
	expect(written('deploy/kubernetes/deployment.yaml')).toContain('plaudit:9.8.7')
	expect(JSON.parse(written('package-lock.json')).packages[''].version).toBe('9.8.7')
	writeFileSync(join(root, 'packages/wordpress/plugin/readme.txt'), '=== Plaudit ===\n')
	expect(() => writeVersion(root, '9.8.8', naming)).toThrow(/readme\.txt has no place for the version/)
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
