import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const number = String.raw`\d+\.\d+\.\d+(?:-[\w.]*\w)?`
const inJson = [/^\t"version": "(?<version>[^"]*)"/m]

/** The first two versions of package-lock.json are those of this package. */
const inLockFile = [
	/^\t"version": "(?<version>[^"]*)"/m,
	/^\t\t"": \{\n\t\t\t"name": "plaudit",\n\t\t\t"version": "(?<version>[^"]*)"/m,
]

/** Files that state the version of Plaudit, each with the patterns of the places. The packages have the version of the product. */
const stating: Readonly<Record<string, readonly RegExp[]>> = {
	'package.json': inJson,
	'package-lock.json': inLockFile,
	'packages/react/package.json': inJson,
	'packages/n8n/package.json': inJson,
	'packages/wordpress/plugin/plaudit.php': [
		/^ \* Version: (?<version>.*)$/m,
		/^const VERSION = '(?<version>[^']*)';$/m,
	],
	'packages/wordpress/plugin/readme.txt': [/^Stable tag: (?<version>.*)$/m],
	...Object.fromEntries(
		['wall', 'form', 'badge', 'testimonial'].map((kind) => [
			`packages/wordpress/plugin/blocks/${kind}/block.json`,
			inJson,
		]),
	),
}

/** Paths of the files that state the version, from the root of a checkout. */
export const statingFiles: readonly string[] = Object.keys(stating)

/** Files, image and tarballs that documents name with a version, such as `plaudit-1.2.0.tgz`. */
export const namedVersions = new RegExp(`\\bplaudit(?:-react)?[:-](?<version>${number})`, 'g')

/**
 * The versions that a file states, in the order of its patterns; undefined where a pattern finds nothing.
 * @param path one of `statingFiles`
 */
export function versionsIn(path: string, text: string): (string | undefined)[] {
	return (stating[path] ?? []).map((pattern) => pattern.exec(text)?.groups?.version)
}

/**
 * Writes a version into every file that states it, and into the names in documents.
 * @param documents paths of files that name the package or the image
 * @returns the paths of the files that changed
 * @throws when a file has no place for the version
 */
export function writeVersion(root: string, version: string, documents: readonly string[]): string[] {
	const changed: string[] = []
	for (const path of new Set([...statingFiles, ...documents])) {
		const file = join(root, path)
		const old = readFileSync(file, 'utf8')
		let text = old
		for (const pattern of stating[path] ?? []) {
			if (!pattern.test(text)) throw new Error(`${path} has no place for the version.`)
			text = replaceVersions(text, pattern, version)
		}
		if (documents.includes(path)) text = replaceVersions(text, namedVersions, version)
		if (text === old) continue
		writeFileSync(file, text)
		changed.push(path)
	}
	return changed
}

const replaceVersions = (text: string, pattern: RegExp, version: string): string =>
	text.replace(pattern, (found, ...rest) => {
		const { version: old } = rest.at(-1) as { version: string }
		const at = found.lastIndexOf(old)
		return `${found.slice(0, at)}${version}${found.slice(at + old.length)}`
	})
