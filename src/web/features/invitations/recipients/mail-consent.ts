import { plainHeading } from './plain-heading.ts'

/** The way in which a column tells who wants no mails: `accepts` says yes or no to mails, `declines` says it of leaving them. */
export type ConsentColumn = 'accepts' | 'declines'

/** Headings about other ways to reach a person. */
const otherWays = /\b(sms|mms|whatsapp|phone|mobile|telefon|telephone|call|calls|push|fax|postal|letter)\b/
/** Headings of links and marks, which every row has. */
const links = /\b(link|links|url|urls|token|key|hash|id)\b/
const mail = /\b(e ?)?mails?\b/

/** Headings of Shopify, Mailchimp, HubSpot, Klaviyo, Salesforce, Brevo and of lists that people keep, in the five languages. */
const declines =
	/\b(opt(ed)? ?out|unsub(scribed?|scribes)?|un subscribed?|do not (e ?mail|mail|contact|send)|donotemail|no (e ?)?mails?|no marketing|suppressed|block ?list(ed)?|black ?list(ed)?|abgemeldet|abmeldung|ausgetragen|abbestellt|keine (e ?)?mails?|keine werbung|werbesperre|widerspruch|desabonne\w*|desinscri\w*|ne pas (contacter|envoyer)|no (contactar|enviar)|de baja|dad[oa] de baja)\b|الغاء الاشتراك|لا ترسل/
const accepts =
	/\b(accepts?( \w+)? marketing|accepts? (e ?)?mails?|(e ?mail )?marketing|opt(ed)? ?in|subscribed|subscriber status|subscription( status)?|newsletter|(e ?)?mail (consent|permission|status|subscription)|consent( status)?|permission( status)?|allows? (e ?)?mails?|(wants|receives?) ((e ?)?mails?|news)|einwilligung|abonniert|angemeldet|werbung erlaubt|werbeerlaubnis|zustimmung|abonne|inscrit|consentement|accepte( les)? (e ?)?mails?|suscrit[oa]|suscripcion|consentimiento|acepta (marketing|correos?|publicidad))\b|مشترك|الاشتراك|الموافقة/

/** Words of a cell, without case and accents. */
const words = (text: string) => new Set(text.split(' | '))
const yes = words('yes | y | true | 1 | on | x | ✓ | ✔ | ja | j | wahr | oui | vrai | si | verdadero | نعم')
const no = words('no | n | false | 0 | off | nein | falsch | non | faux | falso | لا')
const out = words(
	'unsubscribed | unsubscribe | not subscribed | non subscribed | never subscribed | opted out | opt out | optout | opt ed out | cleaned | bounced | complained | spam complaint | suppressed | blocked | blocklisted | blacklisted | declined | refused | denied | revoked | withdrawn | do not contact | do not email | non marketing contact | not opted in | abgemeldet | ausgetragen | abbestellt | nicht abonniert | widerrufen | widersprochen | gesperrt | desabonne | desabonnee | desinscrit | desinscrite | non abonne | non inscrit | baja | dado de baja | dada de baja | no suscrito | no suscrita | cancelado | غير مشترك | الغى الاشتراك',
)
const inside = words(
	'subscribed | opted in | opt in | confirmed | active | explicit | implied | granted | marketing contact | single opt in | double opt in | angemeldet | abonniert | bestatigt | abonne | abonnee | inscrit | inscrite | suscrito | suscrita | مشترك',
)
/** Cells that say nothing, of a column of people who left. */
const empty = words(' | n a | na | none | null | never | nie | jamais | nunca')

/**
 * Tells a column in which people ask for no mails, by its heading, else by its cells: each says whether the person is subscribed, and one
 * of them no.
 */
export function consentColumnOf(heading: string, cells: readonly string[]): ConsentColumn | undefined {
	const plain = plainHeading(heading)
	if (links.test(plain) || (otherWays.test(plain) && !mail.test(plain))) return undefined
	if (declines.test(plain)) return 'declines'
	const values = new Set(cells)
	// A heading as "Newsletter" may be above the name of one.
	if (accepts.test(plain)) return [...values].some((cell) => isKnown(plainHeading(cell))) ? 'accepts' : undefined
	let asks = false
	for (const cell of values) {
		const value = plainHeading(cell)
		if (value !== '' && !out.has(value) && !inside.has(value)) return undefined
		asks ||= out.has(value)
	}
	return asks ? 'accepts' : undefined
}

const isKnown = (value: string) => yes.has(value) || no.has(value) || out.has(value) || inside.has(value)

/** True when a cell of such a column asks for no mails. A date, or any other word, in a column of people who left is one. */
export function asksForNoMail(column: ConsentColumn, cell: string): boolean {
	const plain = plainHeading(cell)
	if (out.has(plain)) return true
	if (column === 'accepts') return no.has(plain)
	return (
		!no.has(plain) && !empty.has(plain) && !/^https? /.test(plain) && !inside.has(plain) && !/^0000 00 00/.test(plain)
	)
}
