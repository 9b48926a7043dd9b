import type { PublicBrand } from '#shared/form/public-form.ts'
import { publicFileUrl } from '#shared/public-file-url.ts'
import { readColor } from '#shared/wall/wall-settings.ts'
import { readWebAddress } from '#shared/web-address.ts'

/** Reads `spaces.brand` as stored; what is missing or invalid becomes null. */
export function toBrand(brand: Record<string, unknown>): PublicBrand {
	const logo = textOrNull(brand.logo_path)
	const icon = textOrNull(brand.favicon_path)
	return {
		logo_url: logo && publicFileUrl('brand', logo),
		color: readColor(brand.color),
		font: textOrNull(brand.font),
		theme: (['auto', 'light', 'dark'] as const).find((theme) => theme === brand.theme) ?? null,
		...(icon ? { icon_url: publicFileUrl('brand', icon) } : {}),
	}
}

/** Trims stored text. Blank text and other types are null. */
export function textOrNull(value: unknown): string | null {
	return typeof value === 'string' ? value.trim() || null : null
}

/** The address of a website as an owner typed it, with its scheme. */
export function webUrlOrNull(value: unknown): string | null {
	const read = readWebAddress(textOrNull(value) ?? '')
	return 'url' in read ? read.url : null
}
