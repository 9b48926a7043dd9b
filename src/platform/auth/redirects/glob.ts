/**
 * Compiles an entry of the redirect allow list: `*` and `?` stop at "." and "/", `**` does not, `[..]` and `{a,b}`
 * work, other characters match themselves.
 */
export function compileGlob(pattern: string): RegExp {
	let source = ''
	let depth = 0
	for (let i = 0; i < pattern.length; i++) {
		const char = pattern.charAt(i)
		if (char === '*' && pattern[i + 1] === '*') {
			source += '.*'
			i++
		} else if (char === '*') source += '[^./]*'
		else if (char === '?') source += '[^./]'
		else if (char === '[' && pattern.indexOf(']', i + 2) > 0) {
			const end = pattern.indexOf(']', i + 2)
			source += `[${pattern
				.slice(i + 1, end)
				.replace(/^!/, '^')
				.replace(/[\\[\]]/g, '\\$&')}]`
			i = end
		} else if (char === '{') {
			source += '(?:'
			depth++
		} else if (char === '}' && depth > 0) {
			source += ')'
			depth--
		} else if (char === ',' && depth > 0) source += '|'
		else source += char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
	}
	return new RegExp(`^${source}${')'.repeat(depth)}$`, 's')
}
