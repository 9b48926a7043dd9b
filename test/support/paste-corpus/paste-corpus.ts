import { readdirSync, readFileSync } from 'node:fs'

/** A text of the clipboard, and what a form keeps of it; README.md explains the members. */
export type Paste = { about: string; lines: boolean; pasted: string; kept: string }

const folder = new URL('.', import.meta.url)

/** Every paste of the folder, its program first in `about`. */
export const pasteCorpus: readonly Paste[] = readdirSync(folder)
	.filter((name) => name.endsWith('.json'))
	.flatMap((name) =>
		(JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Paste[]).map((paste) => ({
			...paste,
			about: `${name.replace('.json', '')}: ${paste.about}`,
		})),
	)
