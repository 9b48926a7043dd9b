import type { BrandFont } from '#shared/look/brand-font.ts'

/** Loads the brand's font together with the page, so that its first paint has it. Fonts are always fetched with CORS. */
export function preloadTag({ url }: BrandFont): string {
	return `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`
}
