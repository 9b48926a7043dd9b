import { stat } from 'node:fs/promises'
import { join } from 'node:path'

export type OwnFunction = {
	name: string
	file: string
	/** Changes with the file, so that a new version is run as soon as it is there. */
	version: string
}

const plainName = /^[A-Za-z0-9][\w-]{0,62}$/
const places = ['ts', 'js', 'mjs'].flatMap((end) => [`.${end}`, `/index.${end}`])

/** The function of that name in the operator's folder. Only plain names are looked for. */
export async function findFunction(folder: string, name: string): Promise<OwnFunction | undefined> {
	if (!plainName.test(name)) return undefined
	for (const place of places) {
		const file = join(folder, name + place)
		const found = await stat(file).catch(() => undefined)
		if (found?.isFile()) return { name, file, version: `${found.mtimeMs}-${found.size}` }
	}
	return undefined
}
