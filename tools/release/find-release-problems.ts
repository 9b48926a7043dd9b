import { releaseTag } from './release-tag.ts'
import { namedVersions, versionsIn } from './stated-versions.ts'

type Checkout = {
	/** `version` of package.json. */
	version: string
	/** Text of the files that state the version, such as those of the packages, by path. */
	stating: Readonly<Record<string, string>>
	changelog: string
	/** The output of `git status --porcelain`. */
	status: string
	tags: readonly string[]
	/** The day in UTC, as 2026-11-30. */
	today: string
	/** Text of the files that name the package or the image, by path. */
	documents: Readonly<Record<string, string>>
}

/** True for a version of the form 1.2.3 or 1.2.3-beta.1. */
export const isVersion = (text: string): boolean => /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(text)

/** Why a checkout cannot be released, one line each; nothing when it can. */
export function findReleaseProblems(checkout: Checkout): string[] {
	const { version, stating, changelog, status, tags, today, documents } = checkout
	if (!isVersion(version)) return [`The version "${version}" of package.json is not of the form 1.2.3.`]
	const problems: string[] = []
	if (status.trim()) problems.push(`The checkout has changes that are not committed:\n${status.trimEnd()}`)
	for (const [path, text] of Object.entries(stating))
		for (const stated of versionsIn(path, text))
			if (stated !== version)
				problems.push(`${path} is of version ${stated}: run npm run release -- --set-version ${version}.`)
	const tag = releaseTag(version)
	if (tags.includes(tag)) problems.push(`The tag ${tag} exists: raise the version in package.json.`)
	const date = findSection(changelog, version)?.date
	if (date === undefined) problems.push(`CHANGELOG.md has no section "## ${version} · ${today}".`)
	else if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date > today)
		problems.push(`CHANGELOG.md says "${date}" for ${version}: write the day, ${today}.`)
	for (const [path, text] of Object.entries(documents))
		for (const [name, named] of text.matchAll(namedVersions))
			if (named !== version) problems.push(`${path} names ${name}: it has to be ${version}.`)
	return [...new Set(problems)]
}

/** The section of a version: its date as it is written, and its lines. */
export function findSection(changelog: string, version: string): { date: string; text: string } | undefined {
	const sections = changelog.split(/^## /m).slice(1)
	for (const section of sections) {
		const [, named, date = ''] = /^(\S+) · (.+)$/m.exec(section.slice(0, section.indexOf('\n'))) ?? []
		if (named === version) return { date, text: section.slice(section.indexOf('\n') + 1).trim() }
	}
	return undefined
}
