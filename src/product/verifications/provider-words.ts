import { isEmailAddress } from '#product/testimonials/normalize-text.ts'
import { submissionLimits } from '#shared/form/submission-api.ts'
import { providerName } from '#shared/provider-name.ts'

const maxProvider = 60

/** A provider in words. @param label the name that an administrator gave it */
export function providerWords({ name, label }: { name: string; label: string | undefined }): string {
	return (label && tidyLine(label, maxProvider)) || tidyLine(providerName(name.replace(/^custom:/, '')), maxProvider)
}

/** A name that a provider told; null for none. */
export function tidyName(name: string | undefined): string | null {
	return tidyLine(name ?? '', submissionLimits.name) || null
}

/** An address that a provider verified; null for none, and for one that no form would take. */
export function tidyEmail(email: string | undefined, isVerified: boolean): string | null {
	const isUsable = isVerified && email && email.length <= submissionLimits.email && isEmailAddress(email)
	return isUsable ? email : null
}

// Marks that would reverse or hide the text beside them. Joiners are allowed: Persian and emoji need them.
const unshown = /[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu

/** One line of at most so many code points. Nothing is refused, as the person cannot change what the provider says. */
function tidyLine(text: string, most: number): string {
	const line = text
		.slice(0, most * 8)
		.replace(/\s+/g, ' ')
		.replace(unshown, '')
		.normalize('NFC')
		.trim()
	return [...line].slice(0, most).join('').trim()
}
