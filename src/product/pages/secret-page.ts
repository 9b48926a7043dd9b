import type { PublicBrand } from '#shared/form/public-form.ts'
import { brandDeclarations } from '#shared/look/brand-color.ts'
import type { PageOptions } from './site.ts'

/**
 * The options that pages behind a private link have in common: nothing is cached or indexed, and other sites get no Referer.
 * @param brand its colour and theme are used; without one the page is in Plaudit's
 */
export function secretPage(brand?: Pick<PublicBrand, 'color' | 'theme'> | null) {
	const colors = brandDeclarations(brand?.color ?? null)
	return {
		surface: 'secret',
		hasSecretUrl: true,
		extraCss: colors ? `:root{${colors}}` : '',
		theme: brand?.theme === 'light' || brand?.theme === 'dark' ? brand.theme : null,
		robots: 'noindex, nofollow',
		tags: ['<meta name="referrer" content="no-referrer">'],
		cache: 'no-store',
	} satisfies Partial<PageOptions>
}
