const part = /"((?:[^"\\]|\\.)*)"|'([^']*)'|((?:[^\s"'\\]|\\.)+)/g

/**
 * The program and arguments of a command line, without a shell: quotes keep spaces together, a backslash keeps the next character, and nothing
 * is expanded.
 */
export function splitCommand(command: string): string[] {
	return [...command.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'\\]|\\.)+/g)].map(([word]) =>
		word.replace(part, (_, quoted?: string, literal?: string, plain?: string) =>
			literal === undefined ? (quoted ?? plain ?? '').replace(/\\(.)/g, '$1') : literal,
		),
	)
}
