import { readFileSync } from 'node:fs'

const manifest = new URL('../../package.json', import.meta.url)

/** The version of Plaudit. */
export function productVersion(): string {
	const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
	return version
}
