const longest = 120
/** Words that follow a comma without being a given name. */
const titles = /^(jr|sr|ii|iii|iv|md|phd|dds|esq|cpa|mba|msc|bsc|ma|ba|dr|prof|dipl|ing)\b/i
const companies =
	/(^|\s)(ltd|limited|inc|llc|llp|gmbh|ag|kg|ohg|ug|e\.?v|co|corp|company|plc|sa|sarl|sas|srl|sl|bv|nv|oy|ab|as|studio|shop|team|group)\.?$/i
/** Words that family names of several words begin with. */
const particles = /^(van|von|de|del|della|der|den|di|da|dos|du|la|le|el|al|bin|ibn|ter|ten|zu|zur|mc|mac|st|san)\s/i

/** Turns "Brook, Lena" into "Lena Brook". A comma before a title, a company or a letter stays. */
export function turnName(name: string): string {
	const [family = '', given = '', ...rest] = name.split(',').map((part) => part.trim())
	if (rest.length > 0 || name.length > longest || !/^\p{L}/u.test(family) || !/^\p{L}[\p{L}\p{M}.'’-]/u.test(given))
		return name
	if (titles.test(given) || companies.test(given) || companies.test(family)) return name
	const count = (text: string) => text.split(/\s+/).length
	const isName = count(given) <= 3 && (count(family) === 1 || particles.test(family) || count(given) === 1)
	return isName && count(family) <= 4 ? `${given} ${family}` : name
}

const givenHeading =
	/^(first name|firstname|given name|forename|middle name|additional name|vorname|prenom|الاسم الاول)$/
const familyHeading =
	/^(last name|family name|surname|nachname|familienname|nom de famille|apellidos?|primer apellido|segundo apellido|lastname|اسم العائلة|الكنية)$/

/** The part of the name below a plain heading. */
export function partOfName(plain: string): 'given' | 'family' | undefined {
	if (givenHeading.test(plain)) return 'given'
	return familyHeading.test(plain) ? 'family' : undefined
}
