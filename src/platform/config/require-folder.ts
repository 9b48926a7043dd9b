import { readdir } from 'node:fs/promises'

/**
 * The names in a folder that a setting names.
 * @throws Error with one line that names the setting
 */
export function requireFolder(setting: string, folder: string): Promise<string[]> {
	return readdir(folder).catch((cause) => {
		throw new Error(`${setting}: there is no folder ${folder} that can be read.`, { cause })
	})
}
