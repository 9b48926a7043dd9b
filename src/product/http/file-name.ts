/** The last part of the name that a browser gives an upload, as it is shown; null for none. */
export function fileNameOf(name: string | undefined): string | null {
	const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
	const visible = last.replace(/\p{Cc}/gu, '').trim()
	return visible.slice(-200).toWellFormed() || null
}
