import { escapeHtml } from '#product/pages/document.ts'
import { formPictureUrls, pictureBesideFrom, pictureOverlay } from '#shared/form/form-picture.ts'

/** The picture behind the question of a form, under an overlay of the paper colour. It is no taller than the window, however long the form. */
export function pictureCss(path: string): string {
	const { narrow, broad } = formPictureUrls(path)
	const { light, dark } = pictureOverlay
	const overlay = ({ paper, opacity }: typeof light) => paper + Math.round(opacity * 255).toString(16)
	const behind = (url: string) => `linear-gradient(var(--overlay) 0 0),url("${url}") center/cover`
	return `:root{--overlay:light-dark(${overlay(light)},${overlay(dark)})}.question{background:${behind(narrow)};--ink-quiet:var(--ink)}.question .i{color:inherit}@media(min-width:${pictureBesideFrom}px){.question,.promise{background:none}.spread::before{background:${behind(broad)};position:sticky;inset-block-start:0;block-size:100svh}.promise{--ink-quiet:var(--ink);--accent:currentColor}.promise .i{color:inherit}}`
}

/** Loads the picture in the size of the window together with the page: it may be the largest that is painted. */
export function picturePreloads(path: string): string[] {
	const { narrow, broad } = formPictureUrls(path)
	const preload = (url: string, media: string) =>
		`<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(url)}" media="(${media})">`
	return [
		preload(narrow, `max-width:${pictureBesideFrom - 0.02}px`),
		preload(broad, `min-width:${pictureBesideFrom}px`),
	]
}
