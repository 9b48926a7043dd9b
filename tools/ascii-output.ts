import type { Plugin } from 'vite'

/**
 * Escapes every character outside ASCII in the output. V8 keeps a source with a single one of them in two bytes per
 * character, which costs the server 5 MiB. No tagged raw template may contain such a character.
 */
export const asciiOutput: Plugin = {
	name: 'ascii-output',
	generateBundle(_, bundle) {
		for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escapeUnits(file.code)
	},
}

const escapeUnits = (code: string): string =>
	code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
