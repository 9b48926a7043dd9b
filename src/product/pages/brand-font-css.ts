import { type BrandFont, fontFaceCss, fontFamilies } from '#shared/look/brand-font.ts'

/** A hosted page in the brand's font. @param selector of the part that is set in it */
export function brandFontCss(font: BrandFont | undefined, selector: string): string {
	if (!font) return ''
	return `${fontFaceCss(font)}${selector}{--sans:${fontFamilies(font)},ui-sans-serif,system-ui,sans-serif;--serif:var(--sans)}`
}
