/**
 * The script of an embed: the loader, then the wall. The server sends it, and the studio shows its size.
 * @param html output of `renderEmbed`
 */
export function embedScriptText(loader: string, wallId: string, html: string): string {
	return `${loader.trim()}\ncustomElements.get("plaudit-wall")?.put?.("${wallId}",${JSON.stringify(html)})\n`
}
