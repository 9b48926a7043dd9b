/** A line of `.env` that Node.js, systemd, Docker Compose and a shell read alike. @throws Error for a value that none of them could */
export function settingLine(name: string, value: string): string {
	if (!value.includes("'") && !value.includes('\n')) return `${name}='${value}'`
	throw new Error(`${name} contains an apostrophe or a line break, so no line of .env can hold it: use --json.`)
}
