import { type BrandFont, fontFaceScript } from '#shared/look/brand-font.ts'

/** Milliseconds for which a wall waits for the brand's font, in the room that its page reserved. */
const longestWait = 400

/**
 * The script of an embed: the loader, then the wall. The server sends it, and the studio shows its size.
 * @param html output of `renderEmbed`
 * @param font of the brand, for a wall that is set in it: the wall is shown with it, or without it after a moment
 * @param origin of this installation
 */
export function embedScriptText(loader: string, wallId: string, html: string, font?: BrandFont, origin = ''): string {
	const put = (text: string) => `customElements.get("plaudit-wall")?.put?.("${wallId}",${JSON.stringify(text)})`
	if (!font) return `${loader.trim()}\n${put(html)}\n`
	const wait = `await Promise.race([font.load(),new Promise(done=>setTimeout(done,${longestWait}))])`
	// Says that the wall is on its way, so that its element does not ask for it; once, as a page may have this script twice.
	const announce = `const wall=customElements.get("plaudit-wall");if(wall&&!wall["${wallId}"]){wall["${wallId}"]=1;${put(' ')}}`
	return `${loader.trim()}\n(async()=>{${announce}try{const font=${fontFaceScript(font, origin)};${wait};if(font.status=="loaded")document.fonts.add(font)}catch{}${put(html)}})()\n`
}
