import type { MailBrand } from '#platform/mail/mail-content.ts'
import { brandPalette } from '#shared/look/brand-color.ts'

type Theme = { accent: string; onAccent: string }

/** Colours of the main action and of marks, in the light and the dark theme. */
export type MailColors = { light: Theme; dark: Theme }

const green: MailColors = {
	light: { accent: '#1f6b4a', onAccent: '#ffffff' },
	dark: { accent: '#7cc7a0', onAccent: '#10231a' },
}

/** The brand's colour, adjusted until it is legible; Plaudit's green without one. */
export function mailColors(brand: MailBrand | undefined): MailColors {
	const palette = brandPalette(brand?.color)
	if (!palette) return green
	const { light, dark } = palette
	return {
		light: { accent: light.brand, onAccent: light.onBrand },
		dark: { accent: dark.brand, onAccent: dark.onBrand },
	}
}
