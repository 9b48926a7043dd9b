/**
 * The one script of an embed: the loader, then the words. What the server sends and what the studio weighs.
 * @param html as `renderEmbed` gives it
 */
export function embedScriptText(loader: string, wallId: string, html: string): string {
	return `${loader.trim()}\ncustomElements.get("plaudit-wall")?.put?.("${wallId}",${JSON.stringify(html)})\n`
}
